import type { Page } from '@playwright/test'

export interface Screen {
  /** Also a file name. */
  readonly name: string
  /** From the screen before it in its journey, or in a fresh browser context; resolves when the screen is ready. */
  open(page: Page): Promise<void>
  /** Shows a dialog or panel, so content below the fold does not matter. */
  readonly isWindow?: true
  /** Closes by itself or with a change of the window's width, after which it is opened again. */
  readonly isTransient?: true
}

/** Screens that one visitor opens one after another. */
export type Journey = readonly Screen[]
