/** A dialog in the middle of the screen. */
export const DIALOG =
  'm-auto inset-0 h-fit max-h-[calc(100dvh-2rem)] overflow-y-auto w-[min(32rem,calc(100vw-2rem))] p-[min(1.5rem,7vw)] shadow-float backdrop:bg-scrim'

/** Wide enough for tables. */
export const WIDE_DIALOG =
  'm-auto inset-0 h-fit max-h-[calc(100dvh-2rem)] overflow-y-auto w-[min(44rem,calc(100vw-2rem))] p-[min(1.5rem,7vw)] shadow-float backdrop:bg-scrim'

/**
 * Buttons of a dialog; the last has no border. On a phone they fill its width, side by side or stacked. Elsewhere the
 * text of the last begins at the edge of the others where it is below them.
 */
export const DIALOG_BUTTONS =
  'flex flex-wrap gap-3 *:grow sm:gap-x-6 sm:*:grow-0 sm:*:last:-mx-2 sm:*:last:px-2'

/** The last button of a dialog if the others are in a form above it, with the same rules. */
export const LAST_BUTTON = 'sm:-mx-2 sm:justify-self-start sm:px-2'
