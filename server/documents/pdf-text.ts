/**
 * Text of a PDF in the shop's faces. The packages keep scripts in different files, so a text is drawn in runs: Latin,
 * its further letters with ₹, and Devanagari.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DEVANAGARI, LATIN, LATIN_EXT } from './fonts/coverage.ts'

/** Written by scripts/fonts.ts. */
const FONTS = [
  'anek-latin-400',
  'anek-latin-600',
  'anek-latin-ext-400',
  'anek-latin-ext-600',
  'anek-devanagari-450',
  'cormorant-latin-550',
] as const
type Font = (typeof FONTS)[number]

type Face = 'text' | 'strong' | 'serif'

const LATIN_FONTS: Record<Face, Font> = {
  text: 'anek-latin-400',
  strong: 'anek-latin-600',
  serif: 'cormorant-latin-550',
}
const EXTENDED_FONTS: Record<Face, Font> = {
  text: 'anek-latin-ext-400',
  strong: 'anek-latin-ext-600',
  serif: 'anek-latin-ext-400',
}
const DEVANAGARI_FONT: Font = 'anek-devanagari-450'

/** The light theme of app/app.css. */
export const INK = '#2c1325'
export const INK_SOFT = '#6a5160'
export const GOLD = '#a3812f'
export const LINE = '#d8cbb5'
export const RUBY = '#9a1b30'

export interface TextStyle {
  readonly size: number
  /** Defaults to text. */
  readonly face?: Face
  readonly align?: 'left' | 'right' | 'center'
  readonly color?: string
  /** Amounts and weights, whose digits are of equal width so that they align. */
  readonly isFigures?: boolean
}

const buffers = new Map<Font, Buffer>()

/** A font is read when the first document needs it. */
function fontFile(font: Font): Buffer {
  const read =
    buffers.get(font) ?? readFileSync(fileURLToPath(new URL(`./fonts/${font}.ttf`, import.meta.url)))
  buffers.set(font, read)
  return read
}

interface Run {
  readonly font: Font
  readonly text: string
}

const RUNS = new RegExp(`([${DEVANAGARI}]+)|([${LATIN_EXT}]+)|([${LATIN}]+)|.`, 'gsu')
/** In place of a letter of a script that no font has; the fonts' own replacement is blank. */
const MISSING = '?'

function runsOf(text: string, { face = 'text' }: Pick<TextStyle, 'face'>): Run[] {
  return Array.from(text.normalize().matchAll(RUNS), ([run, devanagari, extended, latin]) => {
    if (devanagari !== undefined) return { font: DEVANAGARI_FONT, text: run }
    if (extended !== undefined) return { font: EXTENDED_FONTS[face], text: run }
    return { font: LATIN_FONTS[face], text: latin ?? MISSING }
  })
}

/** Sets the font of the run. */
function setRun(doc: PDFKit.PDFDocument, { font }: Run, { size }: TextStyle): PDFKit.PDFDocument {
  return doc.registerFont(font, fontFile(font)).font(font).fontSize(size)
}

/** The faces have old-style and proportional digits too. Without features, pdfkit keeps the layout of each word. */
function featuresOf(text: string, { face, isFigures = false }: TextStyle): PDFKit.Mixins.TextOptions {
  if (!isFigures && face !== 'serif') return {}
  return /\d/.test(text) ? { features: isFigures ? ['tnum', 'lnum'] : ['lnum'] } : {}
}

/** Widths at size 1: measuring takes most of the time of a document. */
const widths = new WeakMap<PDFKit.PDFDocument, Map<string, number>>()

function runWidth(doc: PDFKit.PDFDocument, run: Run, style: TextStyle): number {
  const known = widths.get(doc) ?? new Map<string, number>()
  widths.set(doc, known)
  const features = featuresOf(run.text, style)
  const key = `${run.font} ${features.features?.join() ?? ''} ${run.text}`
  const width = known.get(key) ?? setRun(doc, run, style).widthOfString(run.text, features) / style.size
  known.set(key, width)
  return width * style.size
}

function widthOf(doc: PDFKit.PDFDocument, text: string, style: TextStyle): number {
  return runsOf(text, style).reduce((width, run) => width + runWidth(doc, run, style), 0)
}

/** Breaks at spaces, and within a word that is wider than the column. No-break spaces keep words together. */
function linesOf(doc: PDFKit.PDFDocument, text: string, width: number, style: TextStyle): string[] {
  const fits = (candidate: string) => widthOf(doc, candidate, style) <= width
  const words = text.split(/[ \t\r\n]+/)
  const whole = words.join(' ')
  if (fits(whole)) return [whole]
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const { segment } of new Intl.Segmenter().segment(word)) {
      if (line !== '' && !fits(line + segment)) {
        lines.push(line)
        line = ''
      }
      line += segment
    }
  }
  return [...lines, line]
}

/** The text in lines that end at commas, where each part between them fits into a line. */
export function breakAtCommas(
  doc: PDFKit.PDFDocument,
  text: string,
  width: number,
  style: TextStyle,
): string {
  const fits = text.split(/(?<=,) /).every((part) => widthOf(doc, part, style) <= width)
  return fits ? text.replaceAll(/(?<!,) /g, '\u00A0') : text
}

export function lineHeight({ size, face }: TextStyle): number {
  return size * (face === 'serif' ? 1.15 : 1.4)
}

/** How high `text` is in a column. */
export function heightOf(doc: PDFKit.PDFDocument, text: string, width: number, style: TextStyle): number {
  return linesOf(doc, text, width, style).length * lineHeight(style)
}

interface TextBox {
  readonly x: number
  readonly y: number
  readonly width: number
}

/** Returns the height of what it draws. */
export function drawText(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y, width }: TextBox,
  style: TextStyle,
): number {
  const { size, align = 'left', color = INK } = style
  const lines = linesOf(doc, text, width, style)
  const room = { left: 0, center: 0.5, right: 1 }[align]
  lines.forEach((line, place) => {
    let left = room === 0 ? x : x + room * (width - widthOf(doc, line, style))
    for (const run of runsOf(line, style)) {
      setRun(doc, run, style)
        .fillColor(color)
        .text(run.text, left, y + place * lineHeight(style) + size, {
          ...featuresOf(run.text, style),
          lineBreak: false,
          baseline: 'alphabetic',
        })
      left += runWidth(doc, run, style)
    }
  })
  return lines.length * lineHeight(style)
}

/** Draws texts below each other, and returns the position where the column continues. */
export function drawColumn(
  doc: PDFKit.PDFDocument,
  { x, y, width }: TextBox,
  texts: readonly (readonly [text: string, style: TextStyle])[],
): number {
  return texts.reduce((below, [text, style]) => below + drawText(doc, text, { x, y: below, width }, style), y)
}
