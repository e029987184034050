/** Payals for the feet and black beads for the neck. */
import { pair, crescent, mangalSutra } from './builders.ts'
import {
  CUTS,
  petal,
  lotus,
  paisley,
  ghungroo,
  dropOn,
  collet,
  fineChain,
  cord,
  collar,
} from './ornaments.ts'
import { n, at, mirrored, around, along, type Pen } from './pen.ts'
import { fringe, infinity, type Draw } from './motifs.ts'

const anklet = (pen: Pen, y: number, draw: (i: number) => string, count: number, rope = true) => {
  const place = (t: number): readonly [number, number] => [-370 + 740 * t, y + 150 * Math.sin(Math.PI * t)]
  return (
    (rope ? cord(pen, place, 16) : '') +
    along(place, count)
      .map(({ x, y: py }, i) => at(x, py, draw(i)))
      .join('')
  )
}

export const ANKLETS: Record<number, Draw> = {
  1: (pen) =>
    [-230, 40]
      .map((y) =>
        anklet(
          pen,
          y,
          (i) => pen.metal('M-22 0L0 -20L22 0L0 20Z', 2.4) + (i % 2 ? at(0, 16, ghungroo(pen, 15)) : ''),
          25,
        ),
      )
      .join(''),
  2: (pen) =>
    fineChain(pen, (t) => [-370 + 740 * t, -90 + 210 * Math.sin(Math.PI * t)], 84) +
    along((t) => [-370 + 740 * t, -90 + 210 * Math.sin(Math.PI * t)], 7)
      .slice(1, -1)
      .map(({ x, y }) =>
        at(x, y, pen.metal('M0 -46L11 -14L44 -14L18 7L28 40L0 20L-28 40L-18 7L-44 -14L-11 -14Z')),
      )
      .join(''),
  3: (pen) =>
    [-250, 30]
      .map((y) =>
        anklet(
          pen,
          y,
          (i) =>
            at(
              0,
              26,
              `<g transform="scale(${i % 2 ? -1 : 1} 1)">${pen.tinted(paisley(104), i % 2 ? 'emerald' : 'sapphire') + at(0, 16, pen.disc(17) + pen.cabochon(9, 'turquoise'))}</g>` +
                at(0, 50, dropOn(6, pen.metal('M0 -12C13 10 13 24 0 24S-13 10 0 -12Z'), pen, 10)),
            ),
          9,
        ),
      )
      .join(''),
  4: (pen) =>
    anklet(pen, -230, () => pen.disc(16), 27) +
    anklet(
      pen,
      -180,
      (i) => pen.metal('M-24 0L0 -24L24 0L0 24Z', 2.4) + pen.cabochon(9, i % 2 ? 'ruby' : 'pearl'),
      21,
      false,
    ) +
    anklet(pen, -124, (i) => pen.circle(24, 24, 5) + pen.cabochon(9, i % 2 ? 'pearl' : 'ruby'), 19, false) +
    anklet(
      pen,
      -70,
      (i) => pen.metal('M-26 0L0 -26L26 0L0 26Z', 2.4) + pen.cabochon(9, i % 2 ? 'ruby' : 'pearl'),
      19,
    ) +
    anklet(pen, -44, () => ghungroo(pen, 17), 19, false),
  5: (pen) =>
    fineChain(pen, (t) => [-370 + 740 * t, -190 + 150 * Math.sin(Math.PI * t)], 84) +
    fineChain(pen, (t) => [-370 + 740 * t, -140 + 210 * Math.sin(Math.PI * t)], 88) +
    along((t) => [-370 + 740 * t, -140 + 210 * Math.sin(Math.PI * t)], 29)
      .map(({ x, y }, i) => (i % 7 === 0 ? '' : at(x, y + 4, pen.bead(12))))
      .join('') +
    (
      [
        [-190, 26],
        [0, 76],
        [190, 26],
      ] as const
    )
      .map(([x, y]) =>
        at(
          x,
          y + 56,
          pen.disc(46, 64) +
            pen.paleDisc(14, 50) +
            [-34, -17, 0, 17, 34].map((k) => pen.line(`M-12 ${k}H12`, 2.4)).join(''),
        ),
      )
      .join(''),
}

const vati = (pen: Pen, r: number) =>
  pen.disc(r) +
  pen.circle(r * 0.82) +
  pen.gleam(
    `M${n(-r * 0.5)} ${n(-r * 0.4)}A${n(r * 0.66)} ${n(r * 0.66)} 0 0 1 ${n(r * 0.1)} ${n(-r * 0.62)}`,
    r * 0.12,
  )
const blackAndGold = (
  pen: Pen,
  place: (t: number) => readonly [number, number],
  count: number,
  isBlack: (i: number) => boolean,
) =>
  fineChain(pen, place, 86) +
  along(place, count)
    .map(({ x, y }, i) => (isBlack(i) ? at(x, y, pen.blackBead(14)) : ''))
    .join('')
const short = collar(300, 330, 42, -110)

export const MANGAL_SUTRAS: Record<number, Draw> = {
  500: (pen) =>
    mangalSutra(
      pen,
      pair(vati(pen, 74), 80, 70) + at(0, 34, pen.bead(17)) + mirrored(at(166, 24, pen.bead(17))),
      { strands: 2, every: 0 },
    ),
  501: (pen) =>
    blackAndGold(pen, short, 25, (i) => [8, 9, 10, 14, 15, 16].includes(i)) +
    at(0, 250, collet(pen, 62, 'diamond')),
  502: (pen) =>
    mangalSutra(
      pen,
      at(
        0,
        76,
        pen.disc(88) +
          around(24, 0, (i) => pen.line(`M0 -40V${i % 2 ? -66 : -80}`, 2.4)) +
          pen.paleDisc(36) +
          pen.line('M-80 20H80M-70 40H70M-56 60H56', 2),
      ),
      { every: 6, beads: 82 },
    ),
  503: (pen) =>
    mangalSutra(
      pen,
      at(
        0,
        60,
        mirrored(at(76, -20, pen.metal(paisley(150)) + at(0, 22, pen.cabochon(16, 'emerald')))) +
          at(0, 30, lotus(pen, 150)) +
          at(0, -10, collet(pen, 17, 'ruby', 'smooth')) +
          [-110, -74, -37, 0, 37, 74, 110]
            .map((x) => at(x, 44, dropOn(4, pen.metal('M0 -10C11 8 11 20 0 20S-11 8 0 -10Z'), pen, 8)))
            .join(''),
      ),
      { strands: 2, every: 0, bead: 12, beads: 66 },
    ),
  504: (pen) =>
    blackAndGold(pen, short, 55, (i) => i % 2 === 0 && Math.abs(i - 27) > 8) +
    at(
      0,
      250,
      around(9, 0, () => pen.metal(petal(112, 46))) +
        around(7, 0, () => pen.pale(petal(82, 40)), 16) +
        around(5, 0, () => pen.metal(petal(54, 32)), 30) +
        CUTS.round(16, 'pink'),
    ),
  505: (pen) =>
    blackAndGold(pen, short, 31, (i) => Math.abs(i - 15) > 3 && Math.abs(i - 15) < 8) +
    at(0, 226, cord(pen, infinity(124), 26)),
  506: (pen) =>
    blackAndGold(pen, short, 45, (i) => i % 3 !== 0 && Math.abs(i - 22) > 2) +
    at(
      0,
      330,
      [-84, -56, -28, 0, 28, 56, 84]
        .map((turn) =>
          at(
            0,
            0,
            pen.metal(petal(146 - Math.abs(turn) * 0.5, 25)) +
              at(0, -86 + Math.abs(turn) * 0.2, CUTS.round(11, 'diamond')),
            turn,
          ),
        )
        .join('') + pen.bead(17),
    ),
  507: (pen) =>
    mangalSutra(
      pen,
      at(
        0,
        66,
        pen.metal('M0 -86L78 0L0 86L-78 0Z') + pen.pale('M0 -64L58 0L0 64L-58 0Z') + pen.line(paisley(66)),
      ) + pair(vati(pen, 54), 138, 46),
      { strands: 4, every: 0, bead: 8, beads: 100 },
    ),
  508: (pen) =>
    blackAndGold(pen, short, 43, (i) => i % 2 === 0) +
    at(
      0,
      262,
      pen.metal(crescent(104, 0.78, 0.3)) +
        fringe(13, 88, CUTS.round(8, 'diamond'), 170) +
        at(0, -18, pen.blackBead(34)),
    ),
}
