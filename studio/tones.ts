/** One colour for each published picture, the mean of it, which pages show until the picture itself is there. */
import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { PICTURES, STUDIO } from './folders.ts'

const FILE = join(dirname(STUDIO), 'domain', 'catalogue', 'picture-tones.ts')
const HEAD = `/** Written by the studio: the mean colour of each published picture, by its name. */
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
    const pixel = sharp(join(PICTURES, `${name}-${smallest.get(name)}.webp`)).resize(1, 1, { fit: 'fill' })
    const colour = (await pixel.removeAlpha().raw().toBuffer()).toString('hex')
    // as the formatter would have it: quotes only where a name needs them
    lines.push(`  ${/^\w+$/.test(name) ? name : `'${name}'`}: '#${colour}',\n`)
  }
  writeFileSync(FILE, `${HEAD}${lines.join('')}}\n`)
}
