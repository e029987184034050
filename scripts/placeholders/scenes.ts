/** Pictures that are not of one product: arcades of niches, as in a jeweller's old shop front, with drawings in them. */
import { findProduct } from '#domain/catalogue/all.ts'
import type { ProductKey, ProductType } from '#domain/product.ts'
import { HAND } from './cards.ts'
import { drawingOf } from './drawings.ts'
import { petal } from './ornaments.ts'
import { around, at, n, scaled } from './pen.ts'
import { WORDMARK } from './wordmark.ts'

const GOLD = '#a3812f'
const PALE_GOLD = '#d3b571'

const PANELS = {
  aubergine: '#3a1230',
  emerald: '#163f33',
  ruby: '#5a1526',
  cocoa: '#3b2822',
  midnight: '#1e2849',
  sand: '#ecdfc3',
  rose: '#f0d8cc',
  sage: '#dde4d0',
} as const
type Panel = keyof typeof PANELS
const isLight = (panel: Panel) => panel === 'sand' || panel === 'rose' || panel === 'sage'

/** Outline of a niche standing on the origin, `w` wide and `h` high. */
const ARCHES = {
  round: (w: number, h: number) =>
    `M${-w / 2} 0V${n(-h + w / 2)}A${w / 2} ${w / 2} 0 0 1 ${w / 2} ${n(-h + w / 2)}V0Z`,
  pointed: (w: number, h: number) =>
    `M${-w / 2} 0V${n(-h + w * 0.72)}C${-w / 2} ${n(-h + w * 0.36)} ${n(-w * 0.24)} ${n(-h + w * 0.16)} 0 ${-h}C${n(w * 0.24)} ${n(-h + w * 0.16)} ${w / 2} ${n(-h + w * 0.36)} ${w / 2} ${n(-h + w * 0.72)}V0Z`,
  ogee: (w: number, h: number) =>
    `M${-w / 2} 0V${n(-h + w * 0.62)}C${-w / 2} ${n(-h + w * 0.2)} ${n(-w * 0.1)} ${n(-h + w * 0.26)} 0 ${-h}C${n(w * 0.1)} ${n(-h + w * 0.26)} ${w / 2} ${n(-h + w * 0.2)} ${w / 2} ${n(-h + w * 0.62)}V0Z`,
  cusped: (w: number, h: number) => {
    const [spring, cusps] = [-h + w * 0.66, 4]
    const side = Array.from({ length: cusps + 1 }, (_, i) => {
      const k = i / cusps
      return [
        -w / 2 + (w / 2) * k ** 1.35,
        spring - (h + spring) * Math.sin((k * Math.PI) / 2) ** 0.9,
      ] as const
    })
    const foil = ([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]) => {
      const r = Math.hypot(x2 - x1, y2 - y1) * 0.56
      return `A${n(r)} ${n(r)} 0 0 1 ${n(x2)} ${n(y2)}`
    }
    const left = side.slice(1).map((point, i) => foil(side[i] ?? point, point))
    const mirror = side.map(([x, y]) => [-x, y] as const).toReversed()
    const right = mirror.slice(1).map((point, i) => foil(mirror[i] ?? point, point))
    return `M${-w / 2} 0V${n(spring)}${left.join('')}${right.join('')}V0Z`
  },
}
type Arch = keyof typeof ARCHES

interface Niche {
  readonly piece: ProductKey
  readonly arch: Arch
  readonly panel: Panel
  readonly w: number
  readonly h: number
  /** Of the drawing, whose square is 1000 wide. */
  readonly zoom?: number
}

function niche({ piece, arch, panel, w, h, zoom = 1.04 }: Niche): string {
  const product = findProduct(piece)
  const outline = (grow: number) => ARCHES[arch](w + grow, h + grow * 0.62)
  const light = isLight(panel)
  const drawing = product ? drawingOf(product, light ? 'paper' : 'cocoa') : ''
  return (
    `<path d="${outline(64)}" fill="none" stroke="${GOLD}" stroke-width="1.6" opacity=".55"/>` +
    `<path d="${outline(32)}" fill="none" stroke="${GOLD}" stroke-width="3"/>` +
    `<path d="${outline(0)}" fill="${PANELS[panel]}"/>` +
    at(0, -h - 36, `<path d="${petal(46, 17)}" fill="${GOLD}"/>`) +
    at(
      0,
      -h * 0.47,
      scaled(
        (w / 1000) * zoom,
        `<g filter="url(#hand)" stroke-linecap="round" stroke-linejoin="round">${drawing}</g>`,
      ),
    )
  )
}

const line = (d: string, width: number, opacity: number, stroke = GOLD) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" opacity="${opacity}"/>`

/** Faint ornament behind the niches. */
const BACKDROPS = {
  mandala: () =>
    [860, 640, 430]
      .map((r, i) => around(24, 0, () => line(petal(r, r * (0.13 + i * 0.015)), 2, 0.3), i % 2 ? 7.5 : 0))
      .join(''),
  jaali: () =>
    Array.from({ length: 15 }, (_, i) =>
      Array.from({ length: 9 }, (__, j) =>
        at(
          (i - 7) * 190 + (j % 2) * 95,
          (j - 4) * 165,
          around(6, 0, () => line('M0 0L46 -80L0 -110L-46 -80Z', 2, 0.26)),
        ),
      ).join(''),
    ).join(''),
  rays: () => around(72, 0, (i) => line(`M0 -300V${i % 2 ? -1100 : -800}`, i % 2 ? 1.6 : 3, 0.2)),
  rosettes: () =>
    Array.from({ length: 9 }, (_, i) =>
      Array.from({ length: 7 }, (__, j) =>
        at(
          (i - 4) * 210 + (j % 2) * 105,
          (j - 3) * 190,
          around(6, 0, () => line(petal(38, 14), 2, 0.36)),
        ),
      ).join(''),
    ).join(''),
}
type Backdrop = keyof typeof BACKDROPS

interface Scene {
  readonly ground: string
  readonly backdrop: Backdrop
  readonly arch: Arch
  readonly panels: readonly [middle: Panel, sides: Panel]
  /** In the middle, at its right, at its left. */
  readonly pieces: readonly [ProductKey, ProductKey, ProductKey]
  readonly zoom?: number
}

const key = (type: ProductType, id: number): ProductKey => ({ type, id })

/** The fourteen pictures of the carousel, in its order. */
export const HOME_SCENES: readonly Scene[] = [
  {
    ground: '#f8f1e3',
    backdrop: 'mandala',
    arch: 'cusped',
    panels: ['aubergine', 'sand'],
    pieces: [key('necklaces', 601), key('tops', 4), key('bangles', 106)],
  },
  {
    ground: '#f8ece6',
    backdrop: 'rays',
    arch: 'round',
    panels: ['midnight', 'rose'],
    pieces: [key('rings', 805), key('rings', 802), key('rings', 812)],
  },
  {
    ground: '#f3f1e4',
    backdrop: 'jaali',
    arch: 'ogee',
    panels: ['emerald', 'sand'],
    pieces: [key('tops', 1), key('tops', 6), key('tops', 5)],
  },
  {
    ground: '#f7efdf',
    backdrop: 'rosettes',
    arch: 'round',
    panels: ['ruby', 'sand'],
    pieces: [key('bangles', 107), key('bangles', 102), key('bangles', 104)],
  },
  {
    ground: '#f9ede4',
    backdrop: 'jaali',
    arch: 'cusped',
    panels: ['ruby', 'rose'],
    pieces: [key('sets', 901), key('rings', 808), key('bangles', 100)],
  },
  {
    ground: '#f6f1e6',
    backdrop: 'rosettes',
    arch: 'pointed',
    panels: ['sand', 'aubergine'],
    pieces: [key('mangal-sutra', 503), key('mangal-sutra', 504), key('mangal-sutra', 501)],
    zoom: 1,
  },
  {
    ground: '#f2f1ec',
    backdrop: 'mandala',
    arch: 'pointed',
    panels: ['cocoa', 'sage'],
    pieces: [key('pendants', 705), key('pendants', 707), key('pendants', 711)],
  },
  {
    ground: '#f5f0ea',
    backdrop: 'rays',
    arch: 'ogee',
    panels: ['midnight', 'sand'],
    pieces: [key('bracelets', 204), key('bracelets', 200), key('bracelets', 203)],
  },
  {
    ground: '#f7f2e2',
    backdrop: 'jaali',
    arch: 'round',
    panels: ['aubergine', 'sage'],
    pieces: [key('chains', 304), key('chains', 302), key('chains', 301)],
  },
  {
    ground: '#f4f2ec',
    backdrop: 'rays',
    arch: 'cusped',
    panels: ['sand', 'midnight'],
    pieces: [key('gems', 403), key('gems', 401), key('gems', 402)],
  },
  {
    ground: '#f8efdc',
    backdrop: 'rays',
    arch: 'cusped',
    panels: ['cocoa', 'sand'],
    pieces: [key('idols', 1002), key('idols', 1003), key('idols', 1001)],
  },
  {
    ground: '#f0f1e8',
    backdrop: 'rosettes',
    arch: 'ogee',
    panels: ['sage', 'emerald'],
    pieces: [key('anklet', 3), key('anklet', 1), key('anklet', 5)],
  },
  {
    ground: '#f3eff0',
    backdrop: 'mandala',
    arch: 'round',
    panels: ['aubergine', 'rose'],
    pieces: [key('necklaces', 602), key('necklaces', 604), key('necklaces', 605)],
  },
  {
    ground: '#f8f2e6',
    backdrop: 'jaali',
    arch: 'pointed',
    panels: ['emerald', 'rose'],
    pieces: [key('tops', 9), key('tops', 2), key('tops', 3)],
  },
]

const svg = (w: number, h: number, ground: string, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}"><defs>${HAND(7)}` +
  `<linearGradient id="fade"><stop offset=".34" stop-color="#fff" stop-opacity="0"/><stop offset=".62" stop-color="#fff"/></linearGradient>` +
  `<mask id="right"><rect width="${w}" height="${h}" fill="url(#fade)"/></mask></defs>` +
  `<rect width="${w}" height="${h}" fill="${ground}"/>${content}</svg>`

const rules = (w: number, h: number) =>
  line(`M0 34H${w}M0 ${h - 34}H${w}`, 3, 0.6) + line(`M0 46H${w}M0 ${h - 46}H${w}`, 1.4, 0.5)

/** 2400 × 1100: calm at the left, where the words lie. */
export function wideScene({ ground, backdrop, arch, panels, pieces, zoom = 1.16 }: Scene): string {
  const [middle, side] = panels
  const small = { arch, panel: side, w: 330, h: 470 }
  return svg(
    2400,
    1100,
    ground,
    `<g mask="url(#right)">${at(1690, 560, BACKDROPS[backdrop]())}</g>` +
      rules(2400, 1100) +
      at(1690, 990, niche({ piece: pieces[0], arch, panel: middle, w: 620, h: 830, zoom })) +
      at(2200, 990, niche({ ...small, piece: pieces[1] })) +
      at(1180, 990, niche({ ...small, piece: pieces[2] })),
  )
}

/** 960 × 1200, for phones. */
export function tallScene({ ground, backdrop, arch, panels, pieces, zoom = 1.16 }: Scene): string {
  const [middle, side] = panels
  const small = { arch, panel: side, w: 250, h: 380 }
  return svg(
    960,
    1200,
    ground,
    at(480, 600, BACKDROPS[backdrop]()) +
      rules(960, 1200) +
      at(70, 1080, niche({ ...small, piece: pieces[2] })) +
      at(890, 1080, niche({ ...small, piece: pieces[1] })) +
      at(480, 1080, niche({ piece: pieces[0], arch, panel: middle, w: 620, h: 880, zoom })),
  )
}

const TILE_PIECES: Record<ProductType, readonly [id: number, panel: Panel, zoom?: number]> = {
  rings: [820, 'rose'],
  necklaces: [601, 'aubergine'],
  tops: [1, 'emerald'],
  sets: [902, 'ruby'],
  pendants: [705, 'sand'],
  bracelets: [201, 'sage'],
  bangles: [100, 'midnight'],
  chains: [302, 'cocoa'],
  gems: [402, 'sand'],
  idols: [1002, 'cocoa'],
  anklet: [3, 'sand'],
  'mangal-sutra': [503, 'rose', 1],
}

/** 1000 × 1000: one niche for a product type. */
export function tile(type: ProductType): string {
  const [id, panel, zoom = 1.12] = TILE_PIECES[type]
  return svg(
    1000,
    1000,
    '#f3ecdf',
    at(500, 920, niche({ piece: { type, id }, arch: 'cusped', panel, w: 640, h: 790, zoom })),
  )
}

/** 2400 × 1100, on the dark of the banner: five pieces side by side. */
export function offerScene(): string {
  const pieces = [key('rings', 804), key('bangles', 104), key('anklet', 3), key('rings', 829), key('tops', 5)]
  return svg(
    2400,
    1100,
    '#34102a',
    at(1200, 560, BACKDROPS.jaali()) +
      line('M0 980H2400', 3, 0.8, PALE_GOLD) +
      pieces
        .map((piece, i) =>
          at(
            240 + i * 480,
            980,
            niche({
              piece,
              arch: 'cusped',
              panel: i % 2 ? 'sand' : 'rose',
              w: 340,
              h: i % 2 ? 560 : 680,
              zoom: 1.14,
            }),
          ),
        )
        .join(''),
  )
}

/** 1280 × 853: the shop front. */
export function aboutScene(): string {
  return svg(
    1280,
    853,
    '#f3ecdf',
    at(640, 420, BACKDROPS.mandala()) +
      rules(1280, 853) +
      at(
        640,
        740,
        niche({
          piece: key('necklaces', 601),
          arch: 'cusped',
          panel: 'aubergine',
          w: 420,
          h: 600,
          zoom: 1.16,
        }),
      ) +
      at(
        230,
        740,
        niche({ piece: key('tops', 4), arch: 'cusped', panel: 'sand', w: 250, h: 400, zoom: 1.16 }),
      ) +
      at(
        1050,
        740,
        niche({ piece: key('bangles', 106), arch: 'cusped', panel: 'sand', w: 250, h: 400, zoom: 1.16 }),
      ),
  )
}

/** 1200 × 630, for shared links: the name beside a niche. */
export function shareScene(): string {
  return svg(
    1200,
    630,
    '#f8f1e3',
    at(900, 330, scaled(0.6, BACKDROPS.mandala())) +
      rules(1200, 630) +
      at(
        900,
        540,
        niche({
          piece: key('necklaces', 601),
          arch: 'cusped',
          panel: 'aubergine',
          w: 360,
          h: 420,
          zoom: 1.1,
        }),
      ) +
      at(
        92,
        340,
        `<path d="${WORDMARK}" transform="scale(.13)" fill="#34102a"/>` + line('M4 58H488', 2.4, 1),
      ),
  )
}
