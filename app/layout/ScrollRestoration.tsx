/**
 * Scrolling after a navigation (D34): smoothly to the top of a new path, or at once during a view transition; to the
 * saved position on Back and Forward; not at all where only the query changes.
 */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType, useViewTransitionState } from 'react-router'

const STORAGE_KEY = 'scrollPlaces'
/** How long a page that loads its products late may take to become tall enough. */
const RESTORE_TIMEOUT_MS = 1500

export function ScrollRestoration() {
  const { key, pathname, hash } = useLocation()
  const navigation = useNavigationType()
  const isFading = useViewTransitionState(pathname)
  const last = useRef({ key, pathname })
  const places = useRef<Map<string, number>>(null)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const savePosition = () => parsePositions(places).set(last.current.key, window.scrollY)
    const store = () => {
      try {
        sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...parsePositions(places)].slice(-50)))
      } catch {
        // Without storage the positions are lost with the page.
      }
      // The browser restores the position after a reload and on return from another site.
      history.scrollRestoration = 'auto'
    }
    const resume = () => {
      history.scrollRestoration = 'manual'
    }
    // The shopper may have scrolled before hydration.
    savePosition()
    window.addEventListener('scroll', savePosition, { passive: true })
    window.addEventListener('pagehide', store)
    window.addEventListener('pageshow', resume)
    return () => {
      window.removeEventListener('scroll', savePosition)
      window.removeEventListener('pagehide', store)
      window.removeEventListener('pageshow', resume)
    }
  }, [])

  useLayoutEffect(() => {
    const before = last.current
    // The browser itself scrolls to a fragment of the same page, without router state in the history entry.
    const isWithinPage = navigation === 'POP' && history.state === null && before.pathname === pathname
    if (before.key === key || isWithinPage) return
    last.current = { key, pathname }
    const target = hash ? document.getElementById(hash.slice(1)) : null
    if (navigation === 'POP') return restorePosition(parsePositions(places).get(key) ?? 0)
    if (target) target.scrollIntoView()
    // Filtering a listing does not scroll.
    else if (before.pathname === pathname) parsePositions(places).set(key, window.scrollY)
    else window.scrollTo({ top: 0, behavior: isFading ? 'instant' : scrollToTop() })
  }, [key, pathname, hash, navigation, isFading])

  useFocusOnNewPath(pathname)
  return null
}

/** Moves screen readers to the start of the new page. */
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

/** Jumps to the position, and again while the page grows, until the shopper scrolls. */
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
  const timer = setTimeout(stop, RESTORE_TIMEOUT_MS)
  observer.observe(document.body)
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    window.addEventListener(event, stop, { passive: true })
  return stop
}

function parsePositions(ref: { current: Map<string, number> | null }): Map<string, number> {
  ref.current ??= storedPlaces()
  return ref.current
}

function storedPlaces(): Map<string, number> {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
    if (!Array.isArray(found)) return new Map()
    return new Map(found.filter(isPlace))
  } catch {
    return new Map()
  }
}

function isPlace(found: unknown): found is [string, number] {
  return Array.isArray(found) && typeof found[0] === 'string' && typeof found[1] === 'number'
}
