/**
 * The picture of a card grows into that of the page it opens, and shrinks back on Back (view transitions). One
 * element at a time has the name by which the browser knows it again, and only around a change of page: in a list, the
 * card that was pressed.
 */
let named: HTMLImageElement | null = null
let pendingTransition = { path: '', source: '' }

export function setTransitionTarget(picture: HTMLImageElement | null | undefined): void {
  named?.style.removeProperty('view-transition-name')
  named = picture ?? null
  named?.style.setProperty('view-transition-name', 'piece')
}

/** When the link of a card, an `article`, is pressed. */
export function startTransition(link: HTMLAnchorElement): void {
  const picture = pictureOf(link)
  setTransitionTarget(picture)
  pendingTransition = { path: link.pathname, source: picture?.currentSrc ?? '' }
}

export function pictureOf(link: HTMLAnchorElement): HTMLImageElement | null | undefined {
  return link.closest('article')?.querySelector('img')
}

/** The page that the press opened, and the picture that its card showed already; told once. */
export function consumeTransition(): typeof pendingTransition {
  const taken = pendingTransition
  pendingTransition = { path: '', source: '' }
  return taken
}
