/**
 * The picture of a card grows into that of its page, and shrinks back. Both are in place from the first frame of the
 * new page; only the animation starts from the other's position, so that a navigation never waits for it.
 */
import { useEffect, useLayoutEffect, useRef } from 'react'

interface Departure {
  /** The path of the product. */
  readonly path: string
  /** The URL of the picture on the page being left. */
  readonly source: string
  readonly place: DOMRect
}

export function useSharedPicture(pathname: string): void {
  const departure = useRef<Departure | null>(null)
  const shownPath = useRef(pathname)

  useEffect(() => {
    const controller = new AbortController()
    const leave = (path: string, picture: HTMLImageElement | null | undefined) => {
      departure.current = picture
        ? { path, source: picture.currentSrc, place: frameOf(picture).getBoundingClientRect() }
        : null
    }
    const leaveByLink = ({ target, defaultPrevented }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      // If the router does not handle the click, this page stays.
      if (!link || !defaultPrevented) return
      const card = link.closest('article.group')
      if (card) leave(link.pathname, card.querySelector('img'))
      else leave(shownPath.current, largePicture())
    }
    const { signal } = controller
    window.addEventListener('click', leaveByLink, { signal })
    window.addEventListener('popstate', () => leave(shownPath.current, largePicture()), { signal })
    return () => controller.abort()
  }, [])

  useLayoutEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    const from = departure.current
    departure.current = null
    if (!from) return
    const isOpened = from.path === pathname
    const picture = isOpened ? largePicture() : cardPictureOf(from.path)
    if (!picture) return
    // Until the large picture has loaded.
    if (isOpened && from.source) picture.style.background = `center / cover url("${from.source}")`
    animateFrom(from.place, frameOf(picture))
  }, [pathname])
}

function largePicture(): HTMLImageElement | null {
  return document.querySelector('main article:not(.group) .aspect-square img[fetchpriority]')
}

function cardPictureOf(path: string): HTMLImageElement | null | undefined {
  return document
    .querySelector(`main article.group a[href="${path}"]`)
    ?.closest('article')
    ?.querySelector('img')
}

function frameOf(picture: HTMLImageElement): HTMLElement {
  return picture.closest<HTMLElement>('.aspect-square') ?? picture
}

/** Not to a position out of view: the picture would fly across the window. */
function animateFrom(from: DOMRect, frame: HTMLElement): void {
  const to = frame.getBoundingClientRect()
  const isInView = to.bottom > 0 && to.top < window.innerHeight
  if (!isInView || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`
  const styles = getComputedStyle(frame)
  frame.animate(
    // Above adjacent cards, below the bar.
    { transform: [start, 'none'], transformOrigin: ['0 0', '0 0'], zIndex: [20, 20] },
    {
      duration: milliseconds(styles.getPropertyValue('--transition-duration-quick')),
      easing: styles.getPropertyValue('--ease-calm'),
      id: 'shared-picture',
    },
  )
}

/** The build writes 200ms as .2s. */
function milliseconds(time: string): number {
  return Number.parseFloat(time) * (time.endsWith('ms') ? 1 : 1000)
}
