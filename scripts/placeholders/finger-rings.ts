/** Finger rings. */
import { patterns, band, lyingBand, fingerRing, solitaire, halo } from './builders.ts'
import { CUTS, petal, flower, collet, cord } from './ornaments.ts'
import { at, mirrored, around, along } from './pen.ts'
import { navratna, infinity, type Draw } from './motifs.ts'

export const RINGS: Record<number, Draw> = {
  801: (pen) => fingerRing(pen, solitaire(pen, 'round', 84, 'diamond')),
  802: (pen) =>
    fingerRing(pen, halo(pen, CUTS.round(62, 'diamond'), 88, 16, 14), {
      pattern: patterns.upperStones(15, 11, 'diamond'),
    }),
  803: (pen) =>
    fingerRing(pen, solitaire(pen, 'round', 70, 'diamond', { count: 6, from: 30 }), {
      shoulders: mirrored(
        at(
          70,
          2,
          pen.metal(petal(126, 38)) + pen.line('M0 -10V-110M0 -40L18 -64M0 -40L-16 -66M0 -70L15 -90', 2),
          68,
        ),
      ),
    }),
  804: (pen) =>
    fingerRing(
      pen,
      flower(pen, 5, 122, '', (d) => pen.metal(d)) +
        around(5, 0, () => pen.pale(petal(92, 40)), 36) +
        CUTS.round(50, 'diamond'),
      { pattern: patterns.beads(88, 3.4, 0.3) },
    ),
  805: (pen) =>
    fingerRing(pen, solitaire(pen, 'round', 104, 'diamond', { count: 6, from: 0 }), {
      thick: 26,
      outer: 226,
    }),
  806: (pen) => lyingBand(pen, 130, { grooves: [0.14, 0.26, 0.38, 0.5, 0.62, 0.74, 0.86] }),
  807: (pen) =>
    lyingBand(pen, 120, { grooves: [0.16, 0.84], count: 60, draw: () => pen.line('M-1 -34L1 34', 1.3) }),
  808: (pen) =>
    fingerRing(
      pen,
      pen.disc(150) +
        flower(pen, 8, 142, pen.disc(64), (d) => pen.tinted(d, 'pearl')) +
        collet(pen, 44, 'diamond', 'smooth') +
        around(8, 122, () => pen.bead(9), 22.5),
    ),
  809: (pen) => fingerRing(pen, pen.disc(128) + navratna(pen, 86, 21, 32)),
  810: (pen) =>
    fingerRing(
      pen,
      [-70, -46, -22, 2, 26, 50, 74]
        .map((turn, i) =>
          at(
            0,
            60,
            pen.tinted(petal(226, 42), i % 2 ? 'emerald' : 'sapphire') +
              at(0, -176, pen.disc(17) + pen.cabochon(9, 'ruby')),
            turn,
          ),
        )
        .join('') +
        pen.metal('M-18 92C-50 40 -22 6 -14 -34C-12 -62 24 -62 26 -36C28 6 56 44 20 92Z') +
        at(4, -40, pen.bead(7)) +
        pen.line('M26 -38L46 -30L27 -26', 3),
    ),
  811: (pen) => band(pen, { outer: 290, thick: 66, pattern: patterns.stones(26, 30, 'diamond') }),
  812: (pen) =>
    fingerRing(
      pen,
      mirrored(at(98, 14, solitaire(pen, 'round', 52, 'diamond'))) + solitaire(pen, 'round', 76, 'diamond'),
    ),
  813: (pen) => {
    const wave = (t: number): readonly [number, number] => {
      const a = 2 * Math.PI * t
      const r = 262 + 26 * Math.cos(3 * a)
      return [r * Math.sin(a), -r * Math.cos(a)]
    }
    return (
      cord(pen, wave, 42) +
      [-16, 0, 16]
        .map((turn, i) => at(0, 0, at(0, -(284 - (i === 1 ? 0 : 9)), CUTS.round(15, 'diamond')), turn))
        .join('')
    )
  },
  814: (pen) =>
    fingerRing(
      pen,
      cord(pen, infinity(128), 26) +
        pen.wire('M-60 -46C-20 -30 20 30 60 46', 26) +
        pen.line('M-40 -34C-14 -18 16 22 44 36', 2),
      { pattern: patterns.grooves(1) },
    ),
  815: (pen) => lyingBand(pen, 110, { grooves: [0.44, 0.56] }),
  816: (pen) =>
    fingerRing(
      pen,
      around(
        8,
        0,
        () =>
          pen.pale(petal(156, 62)) +
          at(0, -86, pen.circle(26) + pen.circle(15) + pen.circle(6)) +
          pen.line('M0 -10V-56M-16 -122Q0 -138 16 -122', 2),
      ) + pen.bead(30),
      { pattern: patterns.twist(60) },
    ),
  817: (pen) =>
    fingerRing(pen, pen.disc(142, 108) + pen.paleDisc(120, 87) + pen.gleam('M-80 -34Q-30 -66 40 -60', 9), {
      thick: 62,
      outer: 240,
    }),
  818: (pen) =>
    fingerRing(
      pen,
      pen.metal('M-128 -112H128V96H-128Z') +
        pen.tinted('M-100 -86H100V70H-100Z', 'onyx') +
        pen.gleam('M-78 -62H-10M-78 -62V-20', 3),
      { thick: 70, outer: 242 },
    ),
  819: (pen) =>
    fingerRing(
      pen,
      pen.disc(106, 136) +
        around(44, 0, () => '') +
        pen.cabochon(84, 'emerald', 114) +
        at(0, 0, pen.circle(96, 126, 2)) +
        mirrored(at(118, 66, pen.bead(13)) + at(140, 84, pen.bead(13)) + at(116, 94, pen.bead(13))),
      { pattern: patterns.scrolls(34) },
    ),
  820: (pen) =>
    fingerRing(
      pen,
      around(10, 0, () => pen.metal(petal(152, 42)), 18) +
        around(8, 0, () => pen.pale(petal(112, 38))) +
        around(5, 138, () => CUTS.round(8, 'diamond')) +
        CUTS.round(48, 'pink'),
    ),
  821: (pen) =>
    fingerRing(
      pen,
      mirrored(
        [40, 90, 140]
          .map((turn) => at(70, 26, pen.metal(petal(70, 24)) + at(0, -40, CUTS.round(8, 'diamond')), turn))
          .join(''),
      ) + pen.pearl(84),
      { thick: 30 },
    ),
  822: (pen) =>
    fingerRing(
      pen,
      pen.metal('M-210 -86L-176 -120L0 44L176 -120L210 -86L0 122Z') +
        mirrored(
          [0, 1, 2, 3, 4]
            .map((i) => at(30 + i * 36, 46 - i * 34, collet(pen, 14, 'ruby', 'smooth')))
            .join(''),
        ) +
        at(0, 82, collet(pen, 18, 'ruby', 'smooth')) +
        at(0, -12, CUTS.pear(40, 'emerald')) +
        mirrored([0, 1, 2, 3, 4, 5].map((i) => at(22 + i * 34, 128 - i * 33, pen.bead(8))).join('')),
    ),
  823: (pen) =>
    band(pen, {
      outer: 286,
      thick: 80,
      pattern: (p, middle, thick) =>
        p.circle(middle + thick * 0.3) +
        p.circle(middle - thick * 0.3) +
        patterns.upperStones(11, 25, 'diamond')(p, middle, thick),
    }),
  824: (pen) =>
    lyingBand(pen, 140, {
      count: 34,
      draw: (i) =>
        [-44, 0, 44].map((y) => at((i * 37) % 11, y + ((i * 53) % 23) - 11, pen.paleDisc(19, 17))).join(''),
    }),
  825: (pen) =>
    at(-84, -26, band(pen, { outer: 236, thick: 52 })) +
    at(84, 34, band(pen, { outer: 236, thick: 52, pattern: patterns.grooves(5) })),
  826: (pen) =>
    fingerRing(
      pen,
      around(6, 92, () => pen.disc(54)) +
        around(6, 88, () => CUTS.round(42, 'diamond')) +
        CUTS.round(42, 'diamond') +
        around(6, 54, () => pen.bead(9), 30),
    ),
  827: (pen) => fingerRing(pen, solitaire(pen, 'princess', 82, 'diamond'), { thick: 44 }),
  828: (pen) =>
    lyingBand(pen, 150, { grooves: [0.12, 0.88] }) +
    at(-4, 104, pen.paleDisc(48) + CUTS.round(40, 'diamond')),
  829: (pen) => band(pen, { outer: 282, thick: 58, pattern: patterns.twist(46) }),
  830: (pen) =>
    lyingBand(pen, 132, {
      count: 17,
      draw: (i) =>
        pen.pale('M-34 58C-34 10 34 20 34 -58C6 -58 -34 -20 -34 58Z', 2.6) +
        (i % 2
          ? pen.pale('M-30 -58C-30 -30 20 -14 34 10C34 -30 4 -58 -30 -58Z', 2.6)
          : pen.pale('M30 58C30 30 -20 14 -34 -10C-34 30 -4 58 30 58Z', 2.6)),
    }),
  831: (pen) =>
    fingerRing(
      pen,
      around(
        6,
        0,
        () =>
          pen.metal(petal(160, 52)) +
          [60, 88, 112].map((y, i) => at(0, -y, CUTS.round(13 - i * 2, 'diamond'))).join(''),
      ) + pen.bead(36),
      { shoulders: mirrored(pen.line('M16 30C60 20 96 34 130 62', 7)) },
    ),
  832: (pen) =>
    fingerRing(
      pen,
      cord(pen, infinity(150), 30) +
        along((t) => infinity(150)(0.02 + t * 0.46), 12)
          .map(({ x, y }) => at(x, y, CUTS.round(11, 'diamond')))
          .join(''),
      { thick: 28 },
    ),
}
