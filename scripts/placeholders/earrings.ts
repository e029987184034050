/** Earrings, in pairs. */
import { patterns, band, prongs, pair, jhumka, crescent, lowerArc } from './builders.ts'
import { CUTS, petal, flower, ghungroo, dropOn, leafDrop, collet } from './ornaments.ts'
import { at, around } from './pen.ts'
import { fringe, type Draw } from './motifs.ts'

export const TOPS: Record<number, Draw> = {
  1: (pen) =>
    pair(
      at(
        0,
        -230,
        jhumka(pen, {
          top: flower(pen, 8, 74, collet(pen, 20, 'emerald', 'smooth'), (d) => pen.tinted(d, 'pearl')),
          stone: 'pearl',
          second: 'emerald',
          hang: () => dropOn(8, pen.pearl(11), pen, 10),
          size: 1.12,
        }),
      ),
    ),
  2: (pen) =>
    pair(
      around(6, 82, () => pen.disc(46) + CUTS.round(38, 'diamond')) +
        CUTS.round(40, 'diamond') +
        prongs(pen, 6, 52, 30),
      185,
      0,
    ),
  3: (pen) =>
    pair(
      band(pen, { outer: 150, thick: 30 }) +
        around(40, 163, () => pen.bead(11)) +
        pen.line('M-6 -148V-186Q0 -200 8 -186V-150', 4),
    ),
  4: (pen) =>
    pair(
      at(
        0,
        -30,
        pen.bead(1) +
          at(0, -196, flower(pen, 8, 54, collet(pen, 15, 'ruby', 'smooth'))) +
          pen.line('M0 -150V-30', 4) +
          fringe(13, 168, dropOn(6, pen.pearl(14), pen, 12), 190) +
          pen.metal(crescent(168, 0.66, 0.42)) +
          lowerArc(138, 11, 190)
            .map(({ x, y }) => at(x, y, pen.circle(12)))
            .join('') +
          lowerArc(112, 9, 190)
            .map(({ x, y }) => at(x * 1.02, y - 6, pen.cabochon(8, 'ruby')))
            .join('') +
          at(
            0,
            -30,
            pen.metal(crescent(62, 0.66, 0.44)) + fringe(5, 62, dropOn(4, pen.bead(7), pen, 7), 130),
          ),
      ),
      190,
    ),
  5: (pen) =>
    pair(
      at(0, -200, collet(pen, 26, 'pink')) +
        pen.line('M0 -166V-120', 4) +
        at(
          0,
          -124,
          [0, 1, 2]
            .map((i) =>
              at(
                0,
                i * 108,
                pen.metal(petal(-150 + i * 14, 66 - i * 8)) + pen.line(`M0 20V${118 - i * 10}`, 2),
              ),
            )
            .join(''),
        ),
    ),
  6: (pen) =>
    pair(
      at(
        0,
        -220,
        jhumka(pen, {
          top:
            pen.disc(58) +
            pen.circle(44) +
            around(12, 51, () => pen.bead(5)) +
            flower(pen, 6, 38, pen.bead(9)),
          hang: () => ghungroo(pen, 11),
          size: 1.14,
        }),
      ),
    ),
  7: (pen) =>
    pair(
      `<g transform="scale(.82 1.2)">${band(pen, { outer: 168, thick: 30, pattern: patterns.grooves(1) })}</g>` +
        at(0, -206, pen.bead(16)),
    ),
  8: (pen) =>
    pair(
      pen.line('M0 -250V-190', 4) +
        at(0, -262, pen.bead(20)) +
        pen.metal(
          'M-128 120V-30C-128 -70 -96 -84 -84 -118C-60 -126 -40 -150 0 -198C40 -150 60 -126 84 -118C96 -84 128 -70 128 -30V120Z',
        ) +
        pen.pale(
          'M-104 100V-20C-104 -54 -76 -66 -66 -96C-44 -104 -28 -124 0 -158C28 -124 44 -104 66 -96C76 -66 104 -54 104 -20V100Z',
        ) +
        [-70, 0, 70]
          .map((x) => [-10, 58].map((y) => at(x, y, pen.circle(30) + pen.circle(18) + pen.bead(6))).join(''))
          .join('') +
        at(0, -80, pen.circle(26) + pen.bead(8)) +
        [-104, -52, 0, 52, 104]
          .map((x) => at(x, 120, leafDrop(pen, 92 - Math.abs(x) * 0.2).replace('<path', '<path')))
          .join(''),
      175,
    ),
  9: (pen) => pair(pen.disc(132) + around(34, 126, () => pen.bead(9)) + pen.pearl(102)),
}
