/**
 * The scroll position after a navigation (D34): a new path scrolls to the top, immediately from a card to its page;
 * Back and Forward restore the position; a change of only the query keeps it.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { AT_ONCE } from '#app/paths.ts'
import { createStorageItem } from '#app/state/browser-storage.ts'

const savedPositions = createStorageItem<readonly [string, number][]>(
  'scrollPlaces',
  [],
  (stored) => (Array.isArray(stored) ? stored.filter(isPosition) : []),
  { storage: 'sessionStorage' },
)
/** How long to wait for a page to become tall enough for the position. */
const RESTORE_WITHIN_MS = 1500

export function ScrollRestoration() {
  const { key, pathname, hash, state } = useLocation()
  const navigationType = useNavigationType()
  const scrollsAtOnce = state === AT_ONCE
  const last = useRef({ key, pathname })
  const [positions] = useState(() => new Map(savedPositions.get()))

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const save = () => positions.set(last.current.key, window.scrollY)
    const store = () => {
      savedPositions.set([...positions].slice(-50))
      // The browser itself restores the position after a reload and on the return from another site.
      history.scrollRestoration = 'auto'
    }
    const resume = () => {
      history.scrollRestoration = 'manual'
    }
    // The shopper may have scrolled before hydration.
    save()
    window.addEventListener('scroll', save, { passive: true })
    window.addEventListener('pagehide', store)
    window.addEventListener('pageshow', resume)
    return () => {
      window.removeEventListener('scroll', save)
      window.removeEventListener('pagehide', store)
      window.removeEventListener('pageshow', resume)
    }
  }, [positions])

  useLayoutEffect(() => {
    const before = last.current
    // The browser itself follows links within the page (the skip link), without the router's history state.
    const isWithinPage = navigationType === 'POP' && history.state === null && before.pathname === pathname
    if (before.key === key || isWithinPage) return
    last.current = { key, pathname }
    const target = hash ? document.getElementById(hash.slice(1)) : null
    if (navigationType === 'POP') return restorePosition(positions.get(key) ?? 0)
    if (target) {
      target.scrollIntoView()
      target.focus({ preventScroll: true })
    }
    // Filtering a listing keeps the position.
    else if (before.pathname === pathname) positions.set(key, window.scrollY)
    else window.scrollTo({ top: 0, behavior: scrollsAtOnce ? 'instant' : scrollToTop() })
  }, [key, pathname, hash, navigationType, scrollsAtOnce, positions])

  useFocusOnNewPath(pathname)
  return null
}

/** For screen readers. */
function useFocusOnNewPath(pathname: string) {
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
}

function scrollToTop(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}

/** Scrolls again while the page grows, until the shopper interacts. */
function restorePosition(top: number): () => void {
  const jump = () => window.scrollTo({ top, behavior: 'instant' })
  jump()
  const observer = new ResizeObserver(() => {
    if (Math.abs(window.scrollY - top) > 1) jump()
  })
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
      window.removeEventListener(event, stop)
  }
  const timer = setTimeout(stop, RESTORE_WITHIN_MS)
  observer.observe(document.body)
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    window.addEventListener(event, stop, { passive: true })
  return stop
}

function isPosition(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number'
}
