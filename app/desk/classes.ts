/** A dialog in the middle of the screen. */
export const DIALOG =
  'm-auto inset-0 h-fit max-h-[calc(100dvh-2rem)] overflow-y-auto w-[min(32rem,calc(100vw-2rem))] p-[min(1.5rem,7vw)] shadow-float backdrop:bg-scrim'

/** Wide enough for tables. */
export const WIDE_DIALOG =
  'm-auto inset-0 h-fit max-h-[calc(100dvh-2rem)] overflow-y-auto w-[min(44rem,calc(100vw-2rem))] p-[min(1.5rem,7vw)] shadow-float backdrop:bg-scrim'

/** Buttons of a dialog. On a phone they fill its width, side by side or stacked. */
export const DIALOG_BUTTONS = 'flex flex-wrap gap-3 *:grow sm:*:grow-0'
