/** Pendants on their chains. */
import { solitaire, onChain } from './builders.ts'
import { CUTS, petal, flower, dropOn, fineChain } from './ornaments.ts'
import { at, scaled, mirrored, around } from './pen.ts'
import { navratna, type Draw } from './motifs.ts'

export const PENDANTS: Record<number, Draw> = {
  701: (pen) => onChain(pen, at(0, 92, solitaire(pen, 'round', 104, 'diamond'))),
  702: (pen) =>
    fineChain(pen, (t) => [-300 + 214 * t, -430 + 330 * t ** 0.8], 30) +
    fineChain(pen, (t) => [300 - 214 * t, -430 + 330 * t ** 0.8], 30) +
    at(
      0,
      80,
      pen.metal('M-116 -186H116V186H-116Z') +
        mirrored(pen.metal('M78 -186H94V-206H78Z')) +
        CUTS.octagon(166, 'topaz', 0.58),
    ),
  703: (pen) =>
    onChain(
      pen,
      at(
        0,
        0,
        pen.metal('M0 -6C44 60 56 92 56 120A56 56 0 0 1 -56 120C-56 92 -44 60 0 -6Z') +
          pen.gleam('M-26 74C-34 96 -34 120 -24 140', 9) +
          at(0, 190, pen.bead(15)) +
          at(0, 286, pen.pearl(86)),
      ),
    ),
  704: (pen) =>
    onChain(
      pen,
      at(
        0,
        152,
        pen.disc(168) +
          pen.circle(152) +
          (
            [
              [-60, -70, 15],
              [40, -96, 10],
              [88, -20, 14],
              [10, -20, 18],
              [-100, 10, 9],
              [-40, 60, 12],
              [50, 70, 16],
              [0, 118, 9],
              [96, 62, 8],
            ] as const
          )
            .map(([x, y, r]) => at(x, y, CUTS.round(r, 'diamond')))
            .join(''),
      ),
    ),
  705: (pen) =>
    onChain(
      pen,
      at(
        0,
        168,
        around(24, 148, () => pen.metal(petal(46, 17))) +
          pen.disc(150) +
          pen.circle(136) +
          around(44, 143, () => pen.bead(5)) +
          navratna(pen, 96, 25, 38),
      ),
    ),
  706: (pen) =>
    onChain(
      pen,
      at(
        0,
        190,
        pen.tinted(
          'M-20 -150C70 -160 120 -90 104 -10C128 60 86 150 4 160C-80 166 -116 96 -96 24C-126 -40 -96 -140 -20 -150Z',
          'moonstone',
          3.2,
        ) +
          pen.gleam('M-60 -70C-50 -104 -24 -120 4 -122', 12) +
          pen.wire(
            'M0 -196C-30 -170 -120 -130 -118 -60C-116 0 60 -30 112 30C130 60 60 110 10 104C-30 98 -20 60 12 62',
            13,
          ),
      ),
    ),
  707: (pen) =>
    onChain(
      pen,
      at(
        0,
        178,
        pen.disc(136, 174) +
          pen.paleDisc(116, 154) +
          at(136, 0, pen.metal('M0 -30H14V30H0Z')) +
          pen.line('M-60 110C-10 60 -90 0 -30 -40C10 -66 40 -60 44 -96', 3.4) +
          (
            [
              [-44, 64, -70],
              [-66, 16, 60],
              [-50, -14, -60],
              [0, -54, 70],
              [-10, 96, 60],
            ] as const
          )
            .map(([x, y, turn]) => at(x, y, pen.metal(petal(48, 17), 2.4), turn))
            .join('') +
          at(44, -100, flower(pen, 6, 34, CUTS.round(12, 'diamond'))),
      ),
    ),
  708: (pen) =>
    onChain(
      pen,
      at(
        0,
        190,
        scaled(
          1.25,
          pen.wire(
            'M-112 -62C-84 -112 -6 -106 -8 -54C-10 -22 -44 -14 -60 -12C-20 -12 10 14 0 60C-14 112 -104 106 -120 48',
            30,
          ) +
            pen.wire('M-20 6C20 -6 30 -46 70 -46C112 -46 124 10 96 44C72 70 40 54 44 26', 30) +
            pen.wire('M24 -96C44 -70 84 -72 104 -102', 20) +
            at(66, -128, CUTS.round(17, 'diamond')),
        ),
      ),
      { bottom: -110 },
    ),
  709: (pen) =>
    onChain(
      pen,
      at(
        0,
        130,
        around(30, 118, () => pen.metal('M-12 12L0 -22L12 12Z')) +
          pen.disc(122) +
          pen.cabochon(104, 'turquoise') +
          pen.line(
            'M-70 40C-30 10 -20 50 20 30S60 -20 84 -10M10 34C20 60 10 70 14 92M-60 -20C-40 -34 -36 -50 -40 -70',
            2.4,
          ) +
          [-62, 0, 62]
            .map((x) =>
              at(x, x ? 108 : 124, dropOn(46, pen.metal('M0 -20C22 16 22 46 0 46S-22 16 0 -20Z'), pen, 16)),
            )
            .join(''),
      ),
    ),
  710: (pen) =>
    onChain(
      pen,
      at(
        0,
        160,
        `<g transform="rotate(45)">${pen.metal('M-112 -112H112V112H-112Z') + CUTS.princess(90, 'diamond')}</g>`,
      ),
    ),
  711: (pen) =>
    onChain(
      pen,
      at(
        0,
        190,
        around(22, 0, () => at(0, -126, pen.disc(22))) +
          [-28, 0, 28].map((turn) => at(0, -120, pen.metal(petal(76, 22)), turn)).join('') +
          pen.disc(126) +
          pen.cabochon(106, 'garnet', 112),
      ),
    ),
}
