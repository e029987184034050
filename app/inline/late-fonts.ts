/**
 * The shop's fonts load after the first picture, with which they would compete on a slow connection; until then its text
 * has system fonts of the same metrics. Their styles and preloads wait with a media query that applies to prints and to
 * browsers without script only.
 */
export const LATE_FONT_MEDIA = 'print, (scripting: none)'

const LATE = '[media^=print]'

export function applyFonts(): void {
  for (const late of document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>(LATE)) late.media = 'all'
}

/** The styles apply once all fonts are there: each that arrives later would lay out the whole page again. */
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
