/** A dialog in the middle of the screen. */
export const DIALOG =
  'm-auto inset-0 h-fit max-h-[calc(100dvh-2rem)] overflow-y-auto w-[min(28rem,calc(100vw-2rem))] p-6 shadow-float backdrop:bg-scrim'

/** With room for tables. */
export const WIDE_DIALOG =
  'm-auto inset-0 h-fit max-h-[calc(100dvh-2rem)] overflow-y-auto w-[min(44rem,calc(100vw-2rem))] p-6 shadow-float backdrop:bg-scrim'
