/** The four pieces for the puja room. */
import { lotus, petal } from './ornaments.ts'
import { around, at, mirrored, n, type Pen } from './pen.ts'

export function shivling(pen: Pen): string {
  const hood =
    pen.metal(
      'M-44 40C-60 -120 -150 -190 -150 -290C-150 -370 -70 -410 0 -410S150 -370 150 -290C150 -190 60 -120 44 40Z',
    ) +
    pen.pale(
      'M0 -384C-60 -380 -104 -348 -104 -290C-104 -220 -50 -180 0 -180S104 -220 104 -290C104 -348 60 -380 0 -384Z',
    ) +
    [-348, -316, -284, -252, -220]
      .map((y) =>
        pen.line(`M-${84 - (y + 290) ** 2 / 200} ${y}Q0 ${y + 22} ${84 - (y + 290) ** 2 / 200} ${y}`, 1.8),
      )
      .join('') +
    at(0, -330, pen.metal('M0 -46C29 -46 38 -17 32 6C27 29 13 42 0 42S-27 29 -32 6C-38 -17 -29 -46 0 -46Z')) +
    mirrored(at(15, -334, pen.bead(5.5))) +
    pen.line('M0 -288V-264M0 -264L-9 -250M0 -264L9 -250', 2.4)
  return at(
    0,
    60,
    hood +
      pen.metal('M-250 230H250L270 290H-270Z') +
      pen.metal(
        'M-230 190C-230 150 230 150 230 190C300 190 380 176 400 196C396 214 320 226 230 226C230 250 -230 250 -230 226Z',
      ) +
      pen.line('M-200 205H330', 2) +
      pen.metal('M-116 176V-70C-116 -220 116 -220 116 -70V176C116 196 -116 196 -116 176Z') +
      pen.gleam('M-80 110V-70C-78 -120 -58 -152 -32 -164', 14) +
      pen.wire('M-136 96C-120 176 120 176 136 96', 40) +
      pen.wire('M136 118C150 150 190 156 210 140', 24) +
      Array.from({ length: 9 }, (_, i) => {
        const k = (i - 4) / 4.6
        return at(k * 122, 156 - k * k * 40, pen.line('M-8 -11Q6 0 -8 11', 2), -k * 24)
      }).join(''),
  )
}

export function kurma(pen: Pen): string {
  const plates = [
    'M-46 -150L46 -150L66 -96L0 -66L-66 -96Z',
    'M0 -60L70 -92L96 -20L44 30L-44 30L-96 -20L-70 -92Z',
  ]
  return at(
    0,
    30,
    at(
      0,
      250,
      mirrored([6, 34, 62].map((turn) => at(0, -40, pen.metal(petal(226, 60)), turn + 40)).join('')),
    ) +
      pen.metal('M-310 176C-310 120 310 120 310 176V206C310 270 -310 270 -310 206Z') +
      Array.from({ length: 11 }, (_, i) =>
        at(-280 + i * 56, 192 + (1 - ((i - 5) / 5) ** 2) * 36, pen.pale(petal(64, 30)), 180),
      ).join('') +
      mirrored(pen.metal('M150 96C210 90 250 130 236 160C200 176 160 150 140 130Z')) +
      pen.metal('M232 40C280 -20 352 -14 356 34C358 70 310 92 244 90Z') +
      at(326, 24, pen.bead(8)) +
      pen.line('M300 60Q330 64 346 50', 2.4) +
      pen.metal('M-262 100C-262 -90 -130 -180 0 -180S262 -90 262 100C262 136 -262 136 -262 100Z') +
      plates.map((d) => pen.pale(d)).join('') +
      mirrored(
        pen.pale('M76 -98L130 -116L180 -66L104 -24Z') +
          pen.pale('M188 -58L232 10L160 40L104 -16Z') +
          pen.pale('M54 34L104 -10L154 46L130 96H44Z') +
          pen.pale('M164 46L236 18L250 86L142 98Z'),
      ) +
      pen.pale('M-38 38H38L34 98H-34Z') +
      pen.line('M-258 96Q0 134 258 96', 3),
  )
}

export function diya(pen: Pen): string {
  return at(
    0,
    60,
    pen.metal(
      'M-150 270C-150 240 -60 236 -40 190C-30 160 30 160 40 190C60 236 150 240 150 270C150 296 -150 296 -150 270Z',
    ) +
      at(0, 170, pen.disc(58, 18)) +
      at(0, 166, lotus(pen, 520)) +
      pen.metal('M-210 10C-190 120 -90 164 0 164S190 120 210 10C150 -20 -150 -20 -210 10Z') +
      at(0, 8, pen.paleDisc(206, 34)) +
      [-0.66, -0.33, 0, 0.33, 0.66]
        .map((k) => at(k * 190, 150 - k * k * 90, pen.pale(petal(118 - Math.abs(k) * 30, 44)), k * 36))
        .join('') +
      pen.tinted('M0 6C-66 -50 -40 -110 0 -210C40 -110 66 -50 0 6Z', 'honey') +
      pen.tinted('M0 0C-28 -40 -18 -70 0 -116C18 -70 28 -40 0 0Z', 'yellow', 2),
  )
}

export function kalash(pen: Pen): string {
  const beadsAt = (y: number, w: number) =>
    Array.from({ length: 25 }, (_, i) => {
      const k = (i - 12) / 12
      return at(k * w, y + (1 - k * k) * 26, pen.bead(8))
    }).join('')
  return at(
    0,
    10,
    pen.metal('M-120 330C-120 306 120 306 120 330V352H-120Z') +
      pen.metal('M-100 -60C-300 -20 -300 300 -90 316H90C300 300 300 -20 100 -60Z') +
      pen.gleam('M-176 60C-206 110 -204 176 -180 220', 14) +
      beadsAt(24, 178) +
      pen.line('M-204 60Q0 114 204 60M-212 200Q0 250 212 200', 2.6) +
      beadsAt(216, 196) +
      at(0, 152, pen.line('M-44 0H44M0 -44V44M44 0V44M-44 0V-44M0 -44H44M0 44H-44', 11)) +
      pen.metal('M-130 -84C-130 -104 130 -104 130 -84L106 -50H-106Z') +
      [-74, -40, 0, 40, 74]
        .map((turn) =>
          at(
            0,
            -70,
            pen.metal(petal(230 - Math.abs(turn) * 0.7, 50)) +
              pen.line(`M0 -20V${n(-200 + Math.abs(turn) * 0.7)}`, 2),
            turn,
          ),
        )
        .join('') +
      pen.metal('M-78 -150C-96 -230 -44 -310 0 -346C44 -310 96 -230 78 -150C60 -104 -60 -104 -78 -150Z') +
      around(1, 0, () => pen.line('M0 -330C-30 -270 -34 -200 -24 -128M0 -330C30 -270 34 -200 24 -128', 2)),
  )
}
