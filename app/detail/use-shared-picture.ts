import { useEffect, type RefObject } from 'react'
import { setTransitionTarget, pictureOf, consumeTransition } from '#app/product/shared-element.ts'

/** Makes the first picture in `frame` the shared element of the product at `path`. Call the returned function before a navigation. */
export function useSharedPicture(frame: RefObject<HTMLElement | null>, path: string): () => void {
  useEffect(() => {
    const opened = consumeTransition()
    const large = largePictureIn(frame)
    if (large && opened.path === path) {
      setTransitionTarget(large)
      // Until the large picture has loaded, show the card's.
      if (opened.source) large.style.background = `center / cover url("${opened.source}")`
    }
    const onBack = () => setTransitionTarget(largePictureIn(frame))
    window.addEventListener('popstate', onBack)
    return () => {
      window.removeEventListener('popstate', onBack)
      // The next page is in the DOM, and the browser has not captured it yet.
      const link = linkInView(path)
      setTransitionTarget(link && pictureOf(link))
    }
  }, [frame, path])
  return () => setTransitionTarget(largePictureIn(frame))
}

function largePictureIn(frame: RefObject<HTMLElement | null>): HTMLImageElement | null | undefined {
  return frame.current?.querySelector('img')
}

/** From a card out of view the picture would fly across the window. */
function linkInView(path: string): HTMLAnchorElement | undefined {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(`article a[href="${path}"]`)]
  return links.find((link) => {
    const picture = pictureOf(link)?.getBoundingClientRect()
    return picture !== undefined && picture.bottom > 0 && picture.top < window.innerHeight
  })
}
