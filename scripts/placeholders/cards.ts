/** A product's two pictures: a jeweller's drawing on ivory paper, and a closer look on cocoa. */
import { skuOf, type Product, type ProductType } from '#domain/product.ts'
import { drawingOf, washOf } from './drawings.ts'
import { at, chanceOf, GROUNDS, n, type Ground } from './pen.ts'

/** Lines waver by a hair, as a hand's do. */
export const HAND = (seed: number, amount = 3.2) =>
  `<filter id="hand" x="-5%" y="-5%" width="110%" height="110%"><feTurbulence type="fractalNoise" baseFrequency=".011" numOctaves="2" seed="${seed}"/><feDisplacementMap in="SourceGraphic" scale="${amount}" xChannelSelector="R" yChannelSelector="G"/></filter>`

/** Where the second picture looks, and how close. */
const CLOSER: Record<ProductType, readonly [x: number, y: number, scale: number]> = {
  rings: [0, -40, 1.45],
  necklaces: [0, 130, 1.5],
  tops: [-165, 20, 1.65],
  sets: [0, 60, 1.3],
  pendants: [0, 110, 1.5],
  bracelets: [0, 60, 1.3],
  bangles: [40, 150, 1.45],
  chains: [110, 110, 1.7],
  gems: [0, 0, 1.45],
  idols: [0, -60, 1.3],
  anklet: [-120, 0, 1.6],
  'mangal-sutra': [0, 190, 1.5],
}

export function cardOf(product: Product, view: 1 | 2): string {
  const chance = chanceOf(skuOf(product))
  const ground: Ground = view === 1 ? 'paper' : 'cocoa'
  const spread = 300 + chance() * 70
  const construction =
    `<g fill="none" stroke="#85591c" stroke-width="1.6" opacity=".26">` +
    `<circle r="${n(spread)}"/><path d="M0 -452V452M-452 0H452"/></g>`
  const wash =
    view === 1
      ? `<ellipse cx="${n((chance() - 0.5) * 60)}" cy="${n(20 + chance() * 40)}" rx="${n(330 + chance() * 50)}" ry="${n(300 + chance() * 60)}" fill="${washOf(product)}" opacity=".34" transform="rotate(${n(chance() * 60)})"/>`
      : ''
  const drawing = `<g filter="url(#hand)" stroke-linecap="round" stroke-linejoin="round">${drawingOf(product, ground)}</g>`
  const [x, y, closer] = CLOSER[product.type]
  const placed =
    view === 1
      ? construction + drawing
      : `<g transform="rotate(${n((chance() < 0.5 ? -1 : 1) * (8 + chance() * 9))}) scale(${closer}) translate(${-x} ${-y})">${drawing}</g>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000"><defs>${HAND(Math.floor(chance() * 90))}</defs>` +
    `<rect width="1000" height="1000" fill="${GROUNDS[ground]}"/>` +
    at(500, 500, wash + placed) +
    '</svg>'
  )
}
