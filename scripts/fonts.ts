/**
 * Subsets the shop's fonts into app/fonts and writes faces.css, which declares them, and fallbacks.css, which declares
 * system fonts adjusted to the same metrics, so that loading the real ones shifts nothing. Subsets those of the PDFs
 * into server/documents/fonts. Run it after a change of font: `node scripts/fonts.ts`. The results are committed.
 */
import { createRequire } from 'node:module'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Neither package has type declarations.
const require = createRequire(import.meta.url)
const subsetFont: (
  font: Buffer,
  text: string,
  options: {
    targetFormat: 'woff2' | 'truetype'
    variationAxes: Record<string, number | Weights>
    noHinting?: boolean
    keepFeatures?: readonly string[]
  },
) => Promise<Buffer> = require('subset-font')
const { convert }: { convert: (font: Buffer, format: 'sfnt') => Promise<Buffer> } = require('fontverter')

const out = fileURLToPath(new URL('../app/fonts', import.meta.url))
const documents = fileURLToPath(new URL('../server/documents/fonts', import.meta.url))

const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i)).join('')
/** Punctuation of the shop’s texts, and letters of foreign names and places. */
const LATIN = `${ASCII}\u00A0‘’“”–—…·•×½¼°©−ÀÁÂÄÇÈÉÊËÍÎÑÓÔÖÚÜàáâäçèéêëíîñóôöúüß`
/** Hindi: signs, vowels, consonants, vowel signs, danda and digits, without Vedic and regional letters. */
const DEVANAGARI = [
  ...range(0x0901, 0x0903),
  ...range(0x0905, 0x090b),
  ...range(0x090f, 0x0911),
  ...range(0x0913, 0x0928),
  ...range(0x092a, 0x0930),
  0x0932,
  ...range(0x0935, 0x0939),
  0x093c,
  ...range(0x093e, 0x0943),
  0x0945,
  ...range(0x0947, 0x0949),
  ...range(0x094b, 0x094d),
  0x0964,
  ...range(0x0966, 0x096f),
]

interface Weights {
  readonly min: number
  readonly max: number
  readonly default: number
}

interface Face {
  readonly family: 'Anek' | 'Cormorant'
  readonly source: string
  readonly file: string
  readonly text: string
  /** A single weight serves every requested weight. */
  readonly weights: Weights | number
  readonly unicodeRange: string
}

/** Metrics of the default weight, that of running text. */
const ANEK = { min: 400, max: 650, default: 400 }
/** Headings have one weight. */
const CORMORANT = 550

/** Cormorant has no Devanagari: headings use Anek's. */
const HINDI = {
  source: 'anek-devanagari/files/anek-devanagari-devanagari-wght-normal.woff2',
  file: 'anek-devanagari.woff2',
  text: String.fromCodePoint(...DEVANAGARI),
  weights: 450,
  unicodeRange: 'U+0900-097F, U+200C-200D',
}

/** Equal within a family: browsers combine faces by unicode-range only if they declare the same weights. */
const DECLARED_WEIGHTS = { Anek: `${ANEK.min} ${ANEK.max}`, Cormorant: '400 700' } as const

const FACES: readonly Face[] = [
  {
    family: 'Anek',
    source: 'anek-latin/files/anek-latin-latin-wght-normal.woff2',
    file: 'anek-latin.woff2',
    text: LATIN,
    weights: ANEK,
    unicodeRange: 'U+0000-00FF, U+2000-206F, U+2212',
  },
  {
    family: 'Anek',
    source: 'anek-latin/files/anek-latin-latin-ext-wght-normal.woff2',
    file: 'anek-rupee.woff2',
    text: '₹',
    weights: ANEK,
    unicodeRange: 'U+20B9',
  },
  { ...HINDI, family: 'Anek' },
  {
    family: 'Cormorant',
    source: 'cormorant-garamond/files/cormorant-garamond-latin-wght-normal.woff2',
    file: 'cormorant-latin.woff2',
    text: LATIN,
    weights: CORMORANT,
    unicodeRange: 'U+0000-00FF, U+2000-206F, U+2212',
  },
  {
    family: 'Cormorant',
    source: 'cormorant-garamond/files/cormorant-garamond-latin-ext-wght-normal.woff2',
    file: 'cormorant-rupee.woff2',
    text: '₹',
    weights: CORMORANT,
    unicodeRange: 'U+20B9',
  },
  { ...HINDI, family: 'Cormorant' },
]

/** Documents state whatever a customer or the desk entered: all letters that the packages have, in fixed weights. */
const DOCUMENT_LATIN = String.fromCodePoint(
  ...range(0x20, 0x7e),
  ...range(0xa0, 0xff),
  0x131,
  0x152,
  0x153,
  ...range(0x2010, 0x2026),
  0x2212,
)
const DOCUMENT_LATIN_EXTENDED = String.fromCodePoint(...range(0x100, 0x24f), ...range(0x1e00, 0x1eff), 0x20b9)
const DOCUMENT_DEVANAGARI = String.fromCodePoint(...range(0x900, 0x97f), 0x200c, 0x200d)
const DOCUMENT_FONTS = [
  ['anek-latin', 'latin', 400, DOCUMENT_LATIN],
  ['anek-latin', 'latin', 600, DOCUMENT_LATIN],
  ['anek-latin', 'latin-ext', 400, DOCUMENT_LATIN_EXTENDED],
  ['anek-latin', 'latin-ext', 600, DOCUMENT_LATIN_EXTENDED],
  ['anek-devanagari', 'devanagari', 450, DOCUMENT_DEVANAGARI],
  ['cormorant-garamond', 'latin', CORMORANT, DOCUMENT_LATIN],
] as const

/** Reading the kerning of Anek would take half of the time of a document, and does not show at its sizes. */
const DOCUMENT_FEATURES = {
  'anek-latin': ['tnum'],
  // All: they shape its conjuncts.
  'anek-devanagari': undefined,
  'cormorant-garamond': ['kern', 'lnum'],
} as const

/** The mean advance of English prose in em, and the names of the font on different systems. */
const SYSTEM_FONTS = {
  sans: [
    { name: 'Arial', local: ['Arial', 'Liberation Sans', 'Arimo'], meanAdvance: 0.4396 },
    { name: 'Roboto', local: ['Roboto'], meanAdvance: 0.443 },
    { name: 'Noto Sans', local: ['Noto Sans', 'Noto Sans Regular', 'NotoSans-Regular'], meanAdvance: 0.4699 },
  ],
  serif: [
    { name: 'Times', local: ['Times New Roman', 'Liberation Serif', 'Tinos'], meanAdvance: 0.3982 },
    {
      name: 'Noto Serif',
      local: ['Noto Serif', 'Noto Serif Regular', 'NotoSerif-Regular'],
      meanAdvance: 0.4768,
    },
  ],
} as const

/** Occurrences in a thousand characters of English prose (Lewand, with spaces). */
const LETTER_FREQUENCY: Record<string, number> = {
  ' ': 183,
  e: 103,
  t: 75,
  a: 65,
  o: 62,
  n: 57,
  i: 57,
  s: 53,
  h: 50,
  r: 50,
  l: 33,
  d: 33,
  u: 23,
  c: 22,
  m: 20,
  f: 20,
  w: 17,
  g: 16,
  p: 15,
  y: 14,
  b: 13,
  v: 8,
  k: 6,
}

const HEADER = `/* Written by scripts/fonts.ts. */\n`
let faces = HEADER
for (const face of FACES) {
  const source = readFileSync(require.resolve(`@fontsource-variable/${face.source}`))
  const subset = await subsetFont(source, face.text, {
    targetFormat: 'woff2',
    variationAxes: { wght: face.weights },
  })
  writeFileSync(`${out}/${face.file}`, subset)
  process.stdout.write(`${face.file}: ${source.length} → ${subset.length} bytes\n`)
  faces += fontFace(face.family, `url('./${face.file}') format('woff2')`, {
    'font-weight': DECLARED_WEIGHTS[face.family],
    'font-display': 'swap',
    'unicode-range': face.unicodeRange,
  })
}
writeFileSync(`${out}/faces.css`, faces)

const covered = new Map<string, string>()
for (const [family, script, weight, text] of DOCUMENT_FONTS) {
  const source = require.resolve(`@fontsource-variable/${family}/files/${family}-${script}-wght-normal.woff2`)
  const subset = await subsetFont(readFileSync(source), text, {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
    // PDF readers do not use it.
    noHinting: true,
    keepFeatures: DOCUMENT_FEATURES[family],
  })
  const name = `${family.split('-')[0]}-${script}-${weight}`
  writeFileSync(`${documents}/${name}.ttf`, subset)
  process.stdout.write(`${name}.ttf: ${subset.length} bytes\n`)
  const glyphs = readGlyphs(subset, tableOffset(subset, 'cmap'))
  const before = covered.get(script) ?? text
  covered.set(script, [...before].filter((character) => glyphs(character.codePointAt(0) ?? 0) > 0).join(''))
}
const coverage = Array.from(covered, ([script, text]) => {
  const name = script.replace('-', '_').toUpperCase()
  return `export const ${name} = String.raw\`${rangesOf(text)}\`\n`
})
const COVERAGE_HEADER =
  '/** Written by scripts/fonts.ts: the characters that the fonts of a script have, as a class of a regular expression. */\n'
writeFileSync(`${documents}/coverage.ts`, COVERAGE_HEADER + coverage.join(''))

let fallbacks = HEADER
for (const [family, systemFonts, file] of [
  ['Anek', SYSTEM_FONTS.sans, 'anek-latin.woff2'],
  ['Cormorant', SYSTEM_FONTS.serif, 'cormorant-latin.woff2'],
] as const) {
  const metrics = await readMetrics(`${out}/${file}`)
  for (const system of systemFonts) {
    const scale = metrics.meanAdvance / system.meanAdvance
    fallbacks += fontFace(
      `${family} like ${system.name}`,
      system.local.map((name) => `local('${name}')`).join(', '),
      {
        'size-adjust': percent(scale),
        'ascent-override': percent(metrics.ascent / scale),
        'descent-override': percent(metrics.descent / scale),
        'line-gap-override': percent(metrics.lineGap / scale),
      },
    )
  }
}
writeFileSync(`${out}/fallbacks.css`, fallbacks)

function fontFace(family: string, source: string, descriptors: Record<string, string>): string {
  const lines = Object.entries(descriptors).map(([name, value]) => `  ${name}: ${value};\n`)
  return `@font-face {\n  font-family: '${family}';\n  src: ${source};\n${lines.join('')}}\n`
}

function percent(part: number): string {
  return `${(100 * part).toFixed(2)}%`
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** In em, at the default weight. */
async function readMetrics(file: string) {
  const font = await convert(readFileSync(file), 'sfnt')
  const at = (name: string) => tableOffset(font, name)
  const em = font.readUInt16BE(at('head') + 18)
  const hhea = at('hhea')
  const glyphs = readGlyphs(font, at('cmap'))
  const longMetrics = font.readUInt16BE(hhea + 34)
  const advance = (character: string) => {
    const glyph = glyphs(character.codePointAt(0) ?? 0)
    return font.readUInt16BE(at('hmtx') + 4 * Math.min(glyph, longMetrics - 1)) / em
  }
  const entries = Object.entries(LETTER_FREQUENCY)
  const total = entries.reduce((sum, [, share]) => sum + share, 0)
  return {
    ascent: font.readInt16BE(hhea + 4) / em,
    descent: -font.readInt16BE(hhea + 6) / em,
    lineGap: font.readInt16BE(hhea + 8) / em,
    meanAdvance: entries.reduce((sum, [letter, share]) => sum + advance(letter) * share, 0) / total,
  }
}

function tableOffset(font: Buffer, name: string): number {
  const count = font.readUInt16BE(4)
  const records = Array.from({ length: count }, (_, i) => 12 + 16 * i)
  const record = records.find((offset) => font.toString('latin1', offset, offset + 4) === name)
  if (record === undefined) throw new Error(`The font has no table ${name}`)
  return font.readUInt32BE(record + 8)
}

/** Such as `\u{20}-\u{7e}\u{20b9}`; the characters of `text` are in order. */
function rangesOf(text: string): string {
  const ranges: { first: number; last: number }[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const range = ranges.at(-1)
    if (range?.last === code - 1) range.last = code
    else ranges.push({ first: code, last: code })
  }
  const escape = (code: number) => `\\u{${code.toString(16)}}`
  return ranges.map(({ first, last }) => `${escape(first)}-${escape(last)}`).join('')
}

/** Reads a character map of format 4, which all these fonts have. */
function readGlyphs(font: Buffer, cmap: number): (code: number) => number {
  const subtables = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, i) => cmap + font.readUInt32BE(cmap + 8 + 8 * i),
  )
  const table = subtables.find((offset) => font.readUInt16BE(offset) === 4)
  if (table === undefined) throw new Error('No character map in format 4')
  const segments = font.readUInt16BE(table + 6) / 2
  const column = (number: number, segment: number) =>
    table + 14 + 2 * segments * number + (number > 0 ? 2 : 0) + 2 * segment
  return (code) => {
    const segment = Array.from({ length: segments }, (_, i) => i).find(
      (i) => code <= font.readUInt16BE(column(0, i)),
    )
    if (segment === undefined) return 0
    const start = font.readUInt16BE(column(1, segment))
    if (code < start) return 0
    const delta = font.readUInt16BE(column(2, segment))
    const offset = font.readUInt16BE(column(3, segment))
    if (offset === 0) return (code + delta) % 65536
    const glyph = font.readUInt16BE(column(3, segment) + offset + 2 * (code - start))
    return glyph === 0 ? 0 : (glyph + delta) % 65536
  }
}
