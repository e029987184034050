/**
 * The pictures that do not belong to one product: what each master becomes. A scene has a wide master, 24 : 11, and a
 * tall one, 4 : 5.
 */
import type { Size } from './encode.ts'

export const SCENE_PIXELS = 2400
const HEIGHT = 1100

function wide(width: number): Size {
  return { width, height: Math.round((width * HEIGHT) / SCENE_PIXELS) }
}

/** For phones. Its master is as wide as the largest size. */
export const TALL_SHARE = 0.4

function tall(width: number): Size {
  return { width, height: (width * 5) / 4 }
}

export function isTall(picture: string): boolean {
  return picture.endsWith('-tall')
}

/** Picture → published name → sizes. About and the offer are crops of home page scenes. */
export const SCENE_SIZES: Readonly<Record<string, Readonly<Record<string, readonly Size[]>>>> =
  Object.fromEntries(
    Array.from({ length: 14 }, (_, index) => index).flatMap((index) => {
      const name = `home-${index + 1}`
      const published: Record<string, readonly Size[]> = { [name]: [800, 1600, 2400].map(wide) }
      if (name === 'home-4') published['special-offer'] = [800, 1600].map(wide)
      if (name === 'home-5') {
        const crop = { left: 750 / SCENE_PIXELS, width: 1650 / SCENE_PIXELS }
        published['about'] = [640, 1280].map((width) => ({
          width,
          height: Math.round((width * 2) / 3),
          crop,
        }))
      }
      return [
        [name, published],
        [`${name}-tall`, { [`${name}-tall`]: [480, 960].map(tall) }],
      ]
    }),
  )

/** The photograph that represents its type on tiles. */
export const TILES: Readonly<Record<string, string>> = {
  rings: 'rings-803-1',
  necklaces: 'necklaces-601-1',
  tops: 'tops-1-1',
  sets: 'sets-901-1',
  pendants: 'pendants-705-1',
  bracelets: 'bracelets-201-1',
  bangles: 'bangles-106-1',
  chains: 'chains-301-1',
  gems: 'gems-403-1',
  idols: 'idols-1002-1',
  anklet: 'anklet-1-1',
  'mangal-sutra': 'mangal-sutra-503-1',
}
