/** Bracelets, bangles and chains. */
import { patterns, band, laidOut } from './builders.ts'
import { CUTS, petal, flower, lotus, paisley, dropOn, strand, cord } from './ornaments.ts'
import { at, scaled, mirrored, around, along } from './pen.ts'
import { type Draw } from './motifs.ts'

const tennis: Draw = (pen) =>
  strand(
    along(laidOut(340, 250), 43).slice(0, -1),
    () => pen.metal('M-25 -20H25V20H-25Z', 2.4) + CUTS.round(20, 'diamond'),
  )

export const BRACELETS: Record<number, Draw> = {
  200: tennis,
  201: (pen) =>
    at(
      0,
      10,
      pen.metal(
        'M-330 -70C-330 110 -180 220 0 220S330 110 330 -70C330 -110 262 -110 262 -70C262 -30 160 40 0 40S-262 -30 -262 -70C-262 -110 -330 -110 -330 -70Z',
      ) +
        pen.pale('M-300 -20C-270 110 -150 192 0 192S270 110 300 -20C250 50 140 70 0 70S-250 50 -300 -20Z') +
        (
          [
            [-214, 78, 20],
            [-112, 122, 8],
            [0, 134, 0],
            [112, 122, -8],
            [214, 78, -20],
          ] as const
        )
          .map(([x, y, turn], i) =>
            at(
              x,
              y,
              flower(pen, 5, i === 2 ? 50 : 42, pen.bead(9), (d) => pen.tinted(d, 'ruby', 2.2)),
              turn,
            ),
          )
          .join('') +
        mirrored(
          at(56, 118, pen.tinted(petal(44, 14), 'emerald', 2), 60) +
            at(166, 112, pen.tinted(petal(44, 14), 'emerald', 2), 40) +
            at(262, 20, pen.tinted(petal(44, 14), 'emerald', 2), 20),
        ) +
        mirrored(at(-296, -96, lotus(pen, 92))),
    ),
  202: (pen) =>
    strand(along(laidOut(345, 235), 25).slice(0, -1), (i) =>
      i % 2 ? pen.circle(22, 22, 12) : pen.line('M-36 -22H36A22 22 0 0 1 36 22H-36A22 22 0 0 1 -36 -22Z', 12),
    ),
  203: (pen) =>
    strand(along(laidOut(330, 170), 47), (i) =>
      i % 2 ? pen.paleDisc(20, 8) : pen.circle(19, 12, 5),
    ).replace(/^/, '<g transform="translate(0 -130)">') +
    '</g>' +
    at(
      -236,
      8,
      dropOn(
        18,
        pen.metal('M-44 0C-20 -34 20 -30 30 -14L52 -18L34 2C30 34 -10 44 -44 40L-78 54L-60 18Z') +
          at(22, -8, pen.bead(4)),
        pen,
        34,
      ),
    ) +
    at(
      -120,
      40,
      dropOn(
        20,
        at(0, 96, pen.metal(petal(110, 40)) + pen.line('M0 -10V-92M0 -40L16 -56M0 -40L-16 -56', 2)),
        pen,
        0,
      ),
    ) +
    at(0, 44, dropOn(24, pen.metal(paisley(120)), pen, 60)) +
    at(
      120,
      40,
      dropOn(
        20,
        pen.metal('M0 -6C34 10 30 60 48 84H-48C-30 60 -34 10 0 -6Z') + at(0, 92, pen.bead(12)),
        pen,
        6,
      ),
    ) +
    at(
      236,
      8,
      dropOn(18, pen.disc(48) + pen.cabochon(42, 'sapphire') + pen.pearl(22) + pen.blackBead(10), pen, 46),
    ),
  204: (pen) =>
    mirrored(
      [0, 1, 2]
        .map((i) =>
          at(
            170 + i * 82,
            22 + i * 26 - i * i * 30 + 20,
            pen.metal('M-36 -70H36V70H-36Z') + pen.line('M-22 -56H22V56H-22Z'),
            -6 - i * 14,
          ),
        )
        .join(''),
    ) +
    around(32, 0, (i) => pen.metal(`M-15 0L0 ${-(i % 2 ? 210 : 262)}L15 0Z`)) +
    around(16, 128, () => pen.bead(8)) +
    pen.disc(104) +
    pen.cabochon(84, 'honey'),
}

export const BANGLES: Record<number, Draw> = {
  100: (pen) =>
    band(pen, {
      outer: 345,
      thick: 92,
      pattern: (p, m, t) =>
        around(22, m - t * 0.36, (i) => (i % 2 ? scaled(1, lotus(p, 62)) : p.pale(petal(54, 20), 2))) +
        patterns.beads(110, 5, 0.43)(p, m, t) +
        patterns.beads(84, 5, -0.43)(p, m, t),
    }),
  101: (pen) =>
    band(pen, {
      outer: 335,
      thick: 78,
      pattern: (p, m, t) =>
        p.circle(m + t * 0.34) + p.circle(m - t * 0.34) + patterns.scrolls(40)(p, m, t * 0.62),
    }),
  102: (pen) =>
    at(-44, -36, band(pen, { outer: 292, thick: 34, pattern: patterns.lozenges(60) })) +
    at(44, 40, band(pen, { outer: 292, thick: 34, pattern: patterns.lozenges(60) })),
  103: (pen) =>
    at(
      0,
      -10,
      pen.wire('M62 296A302 302 0 1 0 -62 296', 56) +
        pen.gleam('M-238 -150A284 284 0 0 1 -60 -270', 12) +
        mirrored(at(74, 292, pen.bead(46))),
    ),
  104: (pen) =>
    `<g transform="scale(1.1 .92)">${band(pen, { outer: 316, thick: 40 })}</g>` +
    at(-58, 268, flower(pen, 5, 92, pen.bead(17))) +
    at(
      66,
      296,
      flower(pen, 5, 92, pen.bead(17), (d) => pen.pale(d)),
    ),
  105: (pen) =>
    band(pen, {
      outer: 335,
      thick: 56,
      pattern: (p, m) => p.circle(m, undefined, 3.4) + around(90, m + 14, () => p.line('M0 -8V8', 1.4)),
    }),
  106: (pen) =>
    pen.wire('M96 288A304 304 0 1 0 -96 288', 58) +
    around(70, 304, (i) => (i > 31 && i < 39 ? '' : pen.line('M-22 -26C-2 -22 2 22 22 26', 2.4))) +
    mirrored(
      at(
        82,
        292,
        pen.disc(30) +
          at(
            0,
            0,
            [-34, 34, 0]
              .map((turn) => at(0, 0, pen.tinted(petal(104, 34), turn ? 'ruby' : 'garnet'), turn))
              .join(''),
            -72,
          ) +
          around(12, 30, () => pen.bead(6)),
      ),
    ),
  107: (pen) =>
    band(pen, {
      outer: 340,
      thick: 84,
      pattern: (p, m, t) =>
        p.circle(m + t * 0.4) +
        p.circle(m - t * 0.4) +
        patterns.blossoms(26, 'sapphire', 'emerald')(p, m, t * 0.84),
    }),
  108: (pen) =>
    band(pen, {
      outer: 318,
      thick: 44,
      pattern: (p, m, t) =>
        patterns.twist(34)(p, m, t) +
        around(34, m, () => [-10, 0, 10].map((x) => at(x, x * 0.8, p.bead(5))).join('')),
    }),
}

/** A chain laid down as a loose loop. */
const loop = (t: number): readonly [number, number] => {
  const a = 2 * Math.PI * t - Math.PI / 2
  return [330 * Math.cos(a) * (1 - 0.18 * Math.sin(a)), 300 * Math.sin(a) + 40 * Math.sin(2 * a) + 10]
}
export const CHAINS: Record<number, Draw> = {
  301: (pen) =>
    strand(along(loop, 43).slice(0, -1), (i) =>
      i % 2
        ? pen.bead(13)
        : pen.disc(31, 27) + pen.line('M-14 -24Q-4 0 -14 24M0 -27V27M14 -24Q4 0 14 24', 1.8),
    ),
  302: (pen) =>
    cord(pen, loop, 36) + strand(along(loop, 116), () => pen.line('M-14 -15C2 -14 -2 14 14 15', 2.6)),
  303: (pen) =>
    cord(pen, loop, 40) +
    strand(along(loop, 104), () => pen.line('M-5 -17Q9 0 -5 17', 2)) +
    at(0, 308, pen.bead(34)),
  304: (pen) =>
    strand(along(loop, 47).slice(0, -1), () =>
      pen.metal(
        'M-34 12C-34 -20 -8 -34 20 -30C44 -26 44 0 30 16C12 34 -34 40 -34 12ZM-14 10C-14 20 8 16 16 4C24 -10 18 -14 8 -12C-6 -10 -14 0 -14 10Z',
        3,
      ),
    ),
  305: (pen) =>
    strand(along(loop, 75).slice(0, -1), (i) =>
      i % 2 ? pen.metal('M-15 -15H15V15H-15Z', 2.4) : pen.pale('M-13 -10H13V10H-13Z', 2.4),
    ),
}
