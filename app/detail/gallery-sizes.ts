/** The widths of the large picture. */
export const GALLERY_SIZES =
  '(min-width: 112rem) 48rem, (min-width: 84rem) 40rem, (min-width: 48rem) 48vw, ((min-width: 40rem) and (orientation: landscape)) 48vw, 100vw'
