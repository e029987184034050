/** The backdrop colour of each published picture, which pages show until the picture has loaded. */
import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { median } from './check.ts'
import { PICTURES, STUDIO } from './folders.ts'

const FILE = join(dirname(STUDIO), 'domain', 'catalogue', 'picture-tones.ts')
const HEAD = `/** Written by the studio: the colour of the backdrop of each published picture, by its name. */
export const PICTURE_COLOURS: Readonly<Record<string, string>> = {
`

export async function writeTones(): Promise<void> {
  const smallest = new Map<string, number>()
  for (const file of readdirSync(PICTURES)) {
    const [, name, width] = /^(.+)-(\d+)\.webp$/.exec(file) ?? []
    if (name && width) smallest.set(name, Math.min(Number(width), smallest.get(name) ?? Infinity))
  }
  const names = [...smallest.keys()].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const lines = []
  for (const name of names) {
    const colour = await backdropOf(join(PICTURES, `${name}-${smallest.get(name)}.webp`))
    // Like the formatter: quotes only if a name needs them.
    lines.push(`  ${/^\w+$/.test(name) ? name : `'${name}'`}: '#${colour}',\n`)
  }
  writeFileSync(FILE, `${HEAD}${lines.join('')}}\n`)
}

const SIDE = 64
/** As a fraction of the side; pieces stay clear of it. */
const MARGIN = 1 / 16

/** The median of the left, upper and right margins: a bust or a shadow may fill the lower one. */
export async function backdropOf(file: string | Buffer): Promise<string> {
  const pixels = await sharp(file).resize(SIDE, SIDE, { fit: 'fill' }).removeAlpha().raw().toBuffer()
  const margin = SIDE * MARGIN
  const channels: [number[], number[], number[]] = [[], [], []]
  for (let y = 0; y < SIDE * (1 - MARGIN); y++)
    for (let x = 0; x < SIDE; x++) {
      if (y >= margin && x >= margin && x < SIDE - margin) continue
      channels.forEach((channel, index) => channel.push(pixels[3 * (y * SIDE + x) + index] ?? 0))
    }
  return Buffer.from(channels.map(median)).toString('hex')
}
