import { useEffect, type RefObject } from 'react'
import { setTransitionTarget, pictureOf, consumeTransition } from '#app/product/shared-element.ts'

/** The first picture in `frame` is the large one of the piece at `path`. Returns what to do before leaving by a link. */
export function useSharedPicture(frame: RefObject<HTMLElement | null>, path: string): () => void {
  useEffect(() => {
    const opened = consumeTransition()
    const large = largePictureIn(frame)
    if (large && opened.path === path) {
      setTransitionTarget(large)
      // Until the large picture is there, the card's own stands in its place.
      if (opened.source) large.style.background = `center / cover url("${opened.source}")`
    }
    const onBack = () => setTransitionTarget(largePictureIn(frame))
    window.addEventListener('popstate', onBack)
    return () => {
      window.removeEventListener('popstate', onBack)
      // The next page stands already, and the browser has not looked at it yet.
      const link = linkInView(path)
      setTransitionTarget(link && pictureOf(link))
    }
  }, [frame, path])
  return () => setTransitionTarget(largePictureIn(frame))
}

function largePictureIn(frame: RefObject<HTMLElement | null>): HTMLImageElement | null | undefined {
  return frame.current?.querySelector('img')
}

/** A card out of sight would have its picture fly through the window. */
function linkInView(path: string): HTMLAnchorElement | undefined {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(`article a[href="${path}"]`)]
  return links.find((link) => {
    const picture = pictureOf(link)?.getBoundingClientRect()
    return picture !== undefined && picture.bottom > 0 && picture.top < window.innerHeight
  })
}
