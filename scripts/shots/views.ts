/** The views of each screen: windows, each light and dark, and variants for particular needs. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ROOT } from '../console.ts'

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>

export interface View {
  /** Also the name of a folder. */
  readonly name: string
  readonly device: 'touch' | 'mouse'
  readonly window: { readonly width: number; readonly height: number }
  readonly media: Media
  /** Of the root font. */
  readonly textScale?: number
}

const WINDOWS = [
  { device: 'touch', width: 360, height: 780 },
  { device: 'touch', width: 390, height: 844 },
  { device: 'touch', width: 844, height: 390 },
  { device: 'mouse', width: 768, height: 1024 },
  { device: 'mouse', width: 1280, height: 800 },
  { device: 'mouse', width: 1920, height: 1080 },
] as const

const SCREEN: Media = {
  media: 'screen',
  colorScheme: 'light',
  forcedColors: 'none',
  contrast: 'no-preference',
}
const phone = { device: 'touch', window: { width: 390, height: 844 } } as const

/** Light and dark are neighbours on the page that compares them. */
export const VIEWS: readonly View[] = [
  ...WINDOWS.flatMap(({ device, ...window }) =>
    (['light', 'dark'] as const).map((colorScheme): View => ({
      name: `${window.width}x${window.height}-${colorScheme}`,
      device,
      window,
      media: { ...SCREEN, colorScheme },
    })),
  ),
  { ...phone, name: 'forced-colours', media: { ...SCREEN, colorScheme: 'dark', forcedColors: 'active' } },
  { ...phone, name: 'large-text', media: SCREEN, textScale: 2 },
  {
    name: 'print',
    device: 'mouse',
    window: { width: 794, height: 1123 },
    media: { ...SCREEN, media: 'print' },
  },
]

export const SHOTS = join(ROOT, 'shots')

export function shotPath(screen: string, view: string): string {
  return join(SHOTS, view, `${screen}.jpg`)
}
