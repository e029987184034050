/**
 * Where the window stands after a change of page (D34): a new path glides to the top, Back and Forward
 * return to the place left, and a change of the query alone moves nothing. Where one page fades into the other, the new
 * one stands at its top already.
 */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType, useViewTransitionState } from 'react-router'

const STORAGE_KEY = 'scrollPlaces'
/** A page that loads its pieces late has this long to become tall enough for the place. */
const RETURN_WITHIN_MS = 1500

export function Scrolling() {
  const { key, pathname, hash } = useLocation()
  const how = useNavigationType()
  const isFading = useViewTransitionState(pathname)
  const last = useRef({ key, pathname })
  const places = useRef<Map<string, number>>(null)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const keep = () => parsePositions(places).set(last.current.key, window.scrollY)
    const store = () => {
      try {
        sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...parsePositions(places)].slice(-50)))
      } catch {
        // Without storage the places live as long as the page.
      }
      // The browser's own way serves a reload and the return from elsewhere.
      history.scrollRestoration = 'auto'
    }
    const resume = () => {
      history.scrollRestoration = 'manual'
    }
    // Who has scrolled before the scripts answered comes back to that place, too.
    keep()
    window.addEventListener('scroll', keep, { passive: true })
    window.addEventListener('pagehide', store)
    window.addEventListener('pageshow', resume)
    return () => {
      window.removeEventListener('scroll', keep)
      window.removeEventListener('pagehide', store)
      window.removeEventListener('pageshow', resume)
    }
  }, [])

  useLayoutEffect(() => {
    const before = last.current
    // To a place within the page (the skip link) the browser goes by itself, and writes no state of the router's.
    const isWithinPage = how === 'POP' && history.state === null && before.pathname === pathname
    if (before.key === key || isWithinPage) return
    last.current = { key, pathname }
    const target = hash ? document.getElementById(hash.slice(1)) : null
    if (how === 'POP') return restorePosition(parsePositions(places).get(key) ?? 0)
    if (target) target.scrollIntoView()
    // A list that is filtered stays where it is, and is left from there.
    else if (before.pathname === pathname) parsePositions(places).set(key, window.scrollY)
    else window.scrollTo({ top: 0, behavior: isFading ? 'instant' : scrollToTop() })
  }, [key, pathname, hash, how, isFading])

  useFocusOnNewPath(pathname)
  return null
}

/** Those who do not see the page change are taken to its beginning. */
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

/** Jumps to the place, and again while the page grows towards it; a person who scrolls meanwhile is left alone. */
function restorePosition(top: number): () => void {
  const jump = () => window.scrollTo({ top, behavior: 'instant' })
  jump()
  const growing = new ResizeObserver(() => {
    if (Math.abs(window.scrollY - top) > 1) jump()
  })
  const stop = () => {
    growing.disconnect()
    clearTimeout(timer)
    for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
      window.removeEventListener(event, stop)
  }
  const timer = setTimeout(stop, RETURN_WITHIN_MS)
  growing.observe(document.body)
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
