/**
 * The shop's fonts load after the first picture, with which they would compete on a slow connection; until then its text
 * has system fonts of the same metrics. Their styles and preloads wait with a media query that applies to prints and to
 * browsers without script only.
 */
export const LATE_FONT_MEDIA = 'print, (scripting: none)'

export function applyFonts(): void {
  for (const late of document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>('head [media^=print]'))
    late.media = 'all'
}
