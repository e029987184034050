/**
 * The shared element of view transitions: the picture of a card grows into that of the page it opens, and back. One
 * element at a time has the `view-transition-name`, and only around a navigation.
 */
let named: HTMLImageElement | null = null
let pendingTransition = { path: '', source: '' }

export function setTransitionTarget(picture: HTMLImageElement | null | undefined): void {
  named?.style.removeProperty('view-transition-name')
  named = picture ?? null
  named?.style.setProperty('view-transition-name', 'piece')
}

/** Called on a click on the link of a card (an `article`). */
export function startTransition(link: HTMLAnchorElement): void {
  const picture = pictureOf(link)
  setTransitionTarget(picture)
  pendingTransition = { path: link.pathname, source: picture?.currentSrc ?? '' }
}

export function pictureOf(link: HTMLAnchorElement): HTMLImageElement | null | undefined {
  return link.closest('article')?.querySelector('img')
}

/** The path that was clicked and the source of its card's picture; returned once. */
export function consumeTransition(): typeof pendingTransition {
  const transition = pendingTransition
  pendingTransition = { path: '', source: '' }
  return transition
}
