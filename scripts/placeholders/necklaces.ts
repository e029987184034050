/** Necklaces, and the sets that go around them. */
import { band, pair, jhumka, crescent, onChain, graduated } from './builders.ts'
import {
  CUTS,
  petal,
  flower,
  lotus,
  paisley,
  ghungroo,
  dropOn,
  collet,
  strand,
  fineChain,
  cord,
} from './ornaments.ts'
import { n, at, scaled, around, along, type Pen } from './pen.ts'
import { fringe, type Draw } from './motifs.ts'

export const NECKLACES: Record<number, Draw> = {
  601: (pen) =>
    graduated(
      pen,
      27,
      (k) =>
        at(0, 30 * k, pen.disc(34 * k) + pen.circle(27 * k) + scaled(0.5 * k, at(0, 22, lotus(pen, 70)))),
      { rx: 300, ry: 300 },
    ) +
    at(
      0,
      290,
      pen.disc(78) +
        around(12, 62, () => pen.cabochon(9, 'ruby')) +
        at(0, 26, lotus(pen, 78)) +
        fringe(9, 78, ghungroo(pen, 9), 130),
    ),
  602: (pen) =>
    graduated(
      pen,
      23,
      (k, i) =>
        at(
          0,
          22 * k,
          pen.metal(crescent(40 * k)) +
            fringe(5, 34 * k, CUTS.round(6 * k, 'diamond'), 120) +
            (Math.abs(i - 11) < 4 ? at(0, 42 * k, dropOn(8, CUTS.pear(20, 'diamond'), pen, 20)) : ''),
        ),
      { rx: 310, ry: 250, opening: 40, y: -20, least: 0.66 },
    ),
  603: (pen) =>
    onChain(
      pen,
      pen.metal(crescent(42)) + at(0, 146, pen.disc(84, 112) + pen.cabochon(70, 'moonstone', 97)),
      { bottom: -30 },
    ),
  604: (pen) =>
    cord(pen, (t) => [-280 + 290 * t, -420 + 470 * t ** 1.5], 11) +
    cord(pen, (t) => [280 - 290 * t, -420 + 470 * t ** 1.5], 11) +
    strand(along((t) => [-280 + 290 * t, -420 + 470 * t ** 1.5], 13).slice(1, -1), (i) =>
      at(0, 0, pen.pale(petal(40, 15), 2.2), i % 2 ? 40 : 140),
    ) +
    cord(pen, (t) => [-8 - 34 * t, 60 + 210 * t], 11) +
    cord(pen, (t) => [8 + 40 * t, 60 + 300 * t], 11) +
    at(
      0,
      54,
      around(9, 34, () => pen.metal(petal(48, 18))),
    ) +
    at(-44, 300, pen.pearl(34, 38)) +
    at(50, 392, pen.pearl(34, 38)),
  605: (pen) =>
    onChain(
      pen,
      [0, 118, 224]
        .map((y, i) =>
          at(0, 56 + y, collet(pen, 46 - i * 6, 'diamond') + (i < 2 ? pen.line('M0 62V70', 5) : '')),
        )
        .join(''),
      { bottom: -90 },
    ),
}

const FIVE_PETALS = (pen: Pen, r: number) => flower(pen, 5, r, pen.pearl(r * 0.24), (d) => pen.metal(d))

export const SETS: Record<number, Draw> = {
  901: (pen) =>
    graduated(
      pen,
      17,
      (k, i) =>
        at(
          0,
          26 * k,
          fringe(5, 44 * k, dropOn(4, pen.pearl(7), pen, 6), 90) +
            pen.disc(44 * k) +
            flower(pen, 6, 38 * k, collet(pen, 10 * k, 'emerald', 'smooth'), (d) => pen.tinted(d, 'pearl')) +
            (i === 8 ? '' : ''),
        ),
      { rx: 330, ry: 300, opening: 42, y: -90, least: 0.7 },
    ) +
    at(
      0,
      -60,
      pair(
        scaled(
          0.62,
          at(
            0,
            -40,
            jhumka(pen, {
              top: flower(pen, 8, 70, collet(pen, 18, 'emerald', 'smooth'), (d) => pen.tinted(d, 'pearl')),
              stone: 'pearl',
              second: 'emerald',
              hang: () => dropOn(6, pen.pearl(10), pen, 9),
            }),
          ),
        ),
        115,
      ),
    ) +
    at(
      0,
      -300,
      fineChain(pen, (t) => [0, -120 + 120 * t], 12) +
        at(
          0,
          46,
          pen.disc(48) +
            flower(pen, 6, 42, collet(pen, 12, 'emerald', 'smooth'), (d) => pen.tinted(d, 'pearl')) +
            fringe(3, 48, dropOn(4, pen.pearl(8), pen, 8), 60),
        ),
    ),
  902: (pen) =>
    graduated(
      pen,
      21,
      (k, i) =>
        at(
          0,
          24 * k,
          pen.metal(paisley((i < 10 ? 92 : -92) * k)) +
            at(0, 12 * k, pen.cabochon(11 * k, i % 2 ? 'ruby' : 'emerald')) +
            at(0, 52 * k, pen.bead(9)),
        ),
      { rx: 325, ry: 310, y: -90, least: 0.7 },
    ) +
    at(
      0,
      272,
      lotus(pen, 130) +
        at(0, -24, collet(pen, 15, 'ruby', 'smooth')) +
        [-52, -26, 0, 26, 52].map((x) => at(x, 6, ghungroo(pen, 10))).join(''),
    ) +
    at(
      0,
      -130,
      pair(
        scaled(
          0.66,
          jhumka(pen, { top: at(0, 40, lotus(pen, 110)), hang: () => dropOn(4, pen.bead(9), pen, 9) }),
        ),
        110,
      ),
    ),
  903: (pen) =>
    cord(pen, (t) => [-330 + 660 * t, -330 + 560 * (1 - Math.abs(2 * t - 1) ** 1.7)], 8) +
    along((t) => [-330 + 660 * t, -330 + 560 * (1 - Math.abs(2 * t - 1) ** 1.7)], 35)
      .map(({ x, y }, i) => at(x, y, CUTS.round(12 + 16 * (1 - Math.abs(i - 17) / 17), 'diamond')))
      .join('') +
    at(0, 262, dropOn(14, CUTS.pear(66, 'diamond'), pen, 66)) +
    at(
      0,
      -160,
      pair(
        around(6, 30, () => CUTS.round(17, 'diamond')) +
          CUTS.round(15, 'diamond') +
          at(0, 56, dropOn(10, CUTS.pear(44, 'diamond'), pen, 44)),
        100,
      ),
    ),
  904: (pen) =>
    onChain(pen, at(0, 132, band(pen, { outer: 132, thick: 20 })), { bottom: -20, width: 340 }) +
    at(0, -210, pair(band(pen, { outer: 62, thick: 13 }) + at(0, -74, pen.bead(10)), 92)) +
    at(0, 360, `<g transform="scale(1 .34)">${band(pen, { outer: 96, thick: 26 })}</g>`),
  905: (pen) =>
    onChain(pen, at(0, 116, FIVE_PETALS(pen, 128)), { bottom: -30, width: 320 }) +
    at(0, -230, pair(FIVE_PETALS(pen, 72), 100)),
  906: (pen) =>
    graduated(
      pen,
      17,
      (k, i) =>
        at(
          0,
          28 * k,
          pen.metal(`M${n(-34 * k)} ${n(-34 * k)}H${n(34 * k)}V${n(34 * k)}H${n(-34 * k)}Z`) +
            (i % 2
              ? collet(pen, 14 * k, i % 4 === 1 ? 'sapphire' : 'ruby', 'smooth')
              : pen.circle(22 * k) + flower(pen, 8, 20 * k, pen.bead(5))) +
            at(-16 * k, 34 * k, ghungroo(pen, 9)) +
            at(16 * k, 34 * k, ghungroo(pen, 9)),
        ),
      { rx: 325, ry: 290, opening: 44, y: -60, least: 0.8 },
    ) +
    at(
      0,
      -170,
      pair(
        scaled(
          0.6,
          jhumka(pen, {
            top: pen.disc(56) + collet(pen, 26, 'sapphire', 'smooth'),
            hang: () => ghungroo(pen, 12),
          }),
        ),
        105,
      ),
    ),
}
