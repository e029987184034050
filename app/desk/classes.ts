/** A dialog in the middle of the screen. */
export const DIALOG =
  'm-auto inset-0 h-fit w-[min(28rem,calc(100vw-2rem))] p-6 shadow-float backdrop:bg-scrim'
