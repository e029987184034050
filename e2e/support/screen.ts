import type { Page } from '@playwright/test'

export interface Screen {
  /** Also a file name. */
  readonly name: string
  /**
   * Starts from the previous screen of its journey, or in a fresh browser context; resolves when the screen is ready.
   */
  open(page: Page): Promise<void>
  /** Shows a dialog or panel, so content below the fold does not matter. */
  readonly isWindow?: true
  /** Closes automatically, or when the width of the window changes; it is then opened again. */
  readonly isTransient?: true
}

/** Screens that one visitor opens one after another. */
export type Journey = readonly Screen[]
