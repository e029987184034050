/**
 * The shop's fonts load after the first picture, with which they would compete on a slow connection; until then, text
 * uses system fonts of the same metrics. Their styles and preloads wait behind a media query that matches only print
 * and browsers without script.
 */
export const LATE_FONT_MEDIA = 'print, (scripting: none)'

const LATE = '[media^=print]'

export function applyFonts(): void {
  for (const late of document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>(LATE)) late.media = 'all'
}

/** Applies the styles once all fonts have loaded: each later one would lay out the whole page again. */
export async function loadFonts(): Promise<void> {
  await Promise.all(Array.from(document.querySelectorAll<HTMLLinkElement>(`link${LATE}`), preload))
  applyFonts()
}

function preload(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
    link.media = 'all'
  })
}
