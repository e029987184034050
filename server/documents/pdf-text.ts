/** Text of a PDF in the embedded fonts: Latin with ₹, and Devanagari, which shares no font with it. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const fontFile = (name: string) => readFileSync(fileURLToPath(new URL(`./fonts/${name}`, import.meta.url)))

const FONTS = {
  regular: 'noto-sans-regular.ttf',
  bold: 'noto-sans-bold.ttf',
  devanagari: 'noto-sans-devanagari.ttf',
} as const

export interface TextStyle {
  readonly size: number
  readonly isBold?: boolean
  readonly align?: 'left' | 'right'
  readonly color?: string
}

/** Registers the fonts, and none of the standard ones, which lack the rupee sign. */
export function registerFonts(doc: PDFKit.PDFDocument): void {
  for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, fontFile(file))
}

interface Run {
  readonly font: keyof typeof FONTS
  readonly text: string
}

const DEVANAGARI = /([\u0900-\u097F\u200C\u200D]+)/

function runsOf(text: string, isBold: boolean): Run[] {
  return text
    .split(DEVANAGARI)
    .filter((part) => part !== '')
    .map((part) => ({ font: DEVANAGARI.test(part) ? 'devanagari' : isBold ? 'bold' : 'regular', text: part }))
}

function widthOf(doc: PDFKit.PDFDocument, text: string, { size, isBold = false }: TextStyle): number {
  return runsOf(text, isBold).reduce(
    (width, run) => width + doc.font(run.font).fontSize(size).widthOfString(run.text),
    0,
  )
}

/** Breaks at spaces, and within a word that is wider than the column. */
export function linesOf(doc: PDFKit.PDFDocument, text: string, width: number, style: TextStyle): string[] {
  const lines: string[] = []
  let line = ''
  const fits = (candidate: string) => widthOf(doc, candidate, style) <= width
  for (const word of text.split(/\s+/)) {
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

export function lineHeight({ size }: TextStyle): number {
  return size * 1.4
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
  const { size, isBold = false, align = 'left', color = 'black' } = style
  const lines = linesOf(doc, text, width, style)
  lines.forEach((line, place) => {
    let left = align === 'right' ? x + width - widthOf(doc, line, style) : x
    for (const run of runsOf(line, isBold)) {
      doc.font(run.font).fontSize(size).fillColor(color)
      doc.text(run.text, left, y + place * lineHeight(style) + size, {
        lineBreak: false,
        baseline: 'alphabetic',
      })
      left += doc.widthOfString(run.text)
    }
  })
  return lines.length * lineHeight(style)
}
