/** Common to all PDFs of the shop: A4, its wordmark and faces, and byte-identical output for the same facts. */
import { encode } from 'uqr'
import { PETAL } from '#domain/flower.ts'
import { SHOP } from '#domain/shop.ts'
import { drawColumn, drawText, GOLD, INK_SOFT, LINE, RUBY, type TextStyle } from './pdf-text.ts'

export const PAGE = { width: 595.28, height: 841.89, margin: 48 }
export const RIGHT = PAGE.width - PAGE.margin
export const INNER = RIGHT - PAGE.margin

export const BODY: TextStyle = { size: 9 }
/** Amounts and weights. */
export const FIGURES: TextStyle = { ...BODY, isFigures: true }
export const STRONG: TextStyle = { size: 9, face: 'strong' }
export const SOFT: TextStyle = { size: 7.75, color: INK_SOFT }
export const LABEL: TextStyle = { size: 7.5, color: INK_SOFT }
export const TITLE: TextStyle = { size: 25, face: 'serif' }
export const WARNING: TextStyle = { size: 9, face: 'strong', color: RUBY }

interface PdfFacts {
  readonly title: string
  readonly author: string
  readonly createdAt: Date
}

interface NewPdf {
  readonly doc: PDFKit.PDFDocument
  readonly finished: Promise<Buffer>
}

/** `finished` resolves after `doc.end()`. The document has no page yet. */
export async function createPdf({ title, author, createdAt }: PdfFacts): Promise<NewPdf> {
  // Takes 7 MiB, which servers that print no documents save.
  const { default: PdfKit } = await import('pdfkit')
  const doc = new PdfKit({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: 'en-IN',
    // No standard font is loaded, because none has the rupee sign.
    font: '',
    info: { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt },
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => void chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  return { doc, finished }
}

interface Rule {
  readonly x?: number
  readonly width?: number
  readonly color?: string
  readonly thickness?: number
}

export function drawRule(
  doc: PDFKit.PDFDocument,
  y: number,
  { x = PAGE.margin, width = INNER, color = LINE, thickness = 0.6 }: Rule = {},
): void {
  doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(thickness)
    .strokeColor(color)
    .stroke()
}

const FLOWER_GRID = 32
const PETALS = 8

interface Spot {
  readonly x: number
  readonly y: number
  readonly size: number
}

/** The flower and “Swarnika”; `size` is that of the letters, whose baseline is at `y + size`. */
export function drawWordmark(doc: PDFKit.PDFDocument, { x, y, size }: Spot): void {
  drawFlower(doc, { x, y: y + size * 0.22, size })
  const style: TextStyle = { size, face: 'serif' }
  drawText(doc, SHOP.shortName, { x: x + size * 1.22, y, width: size * 8 }, style)
}

function drawFlower(doc: PDFKit.PDFDocument, { x, y, size }: Spot): void {
  const middle = FLOWER_GRID / 2
  doc
    .save()
    .translate(x, y)
    .scale(size / FLOWER_GRID)
    .lineWidth(1.25)
    .lineJoin('round')
  for (let petal = 0; petal < PETALS; petal++)
    doc
      .save()
      .rotate((petal * 360) / PETALS, { origin: [middle, middle] })
      .path(PETAL)
      .stroke(GOLD)
      .restore()
  doc.circle(middle, middle, 2.6).fill(GOLD).restore()
}

/** Begins the first page, and returns the position where it continues. */
export function drawLetterhead(doc: PDFKit.PDFDocument, title: string, note: string): number {
  doc.addPage()
  const box = { x: PAGE.margin, y: 42, width: INNER }
  drawWordmark(doc, { x: PAGE.margin, y: 42, size: TITLE.size })
  drawText(doc, title, box, { ...TITLE, align: 'right' })
  drawText(doc, note, { ...box, y: 75 }, { ...SOFT, align: 'right' })
  drawRule(doc, 94, { color: GOLD, thickness: 0.8 })
  return 106
}

const GRID_COLUMNS = 3
const GRID_GAP = 20
const GRID_WIDTH = (INNER - (GRID_COLUMNS - 1) * GRID_GAP) / GRID_COLUMNS

/** One column of three, or several beside each other. */
export function gridBox(column: number, y: number, span = 1) {
  const x = PAGE.margin + column * (GRID_WIDTH + GRID_GAP)
  return { x, y, width: span * GRID_WIDTH + (span - 1) * GRID_GAP }
}

/** Draws labels above their values, three in a row, and returns the position where the page continues. */
export function drawFacts(
  doc: PDFKit.PDFDocument,
  facts: readonly (readonly [label: string, value: string])[],
  top: number,
): number {
  let y = top
  for (let first = 0; first < facts.length; first += GRID_COLUMNS) {
    const below = facts.slice(first, first + GRID_COLUMNS).map(([label, value], column) =>
      drawColumn(doc, gridBox(column, y), [
        [label, LABEL],
        [value, BODY],
      ]),
    )
    y = Math.max(...below) + 6
  }
  drawRule(doc, y + 4)
  return y + 14
}

/**
 * Draws the QR code of an address, linked to it. Leaves out the quiet zone that readers need: keep four modules free
 * around it.
 */
export function drawQrCode(doc: PDFKit.PDFDocument, url: string, { x, y, size }: Spot): void {
  const { data } = encode(url, { border: 0 })
  const module = size / data.length
  data.forEach((row, line) => {
    for (let from = 0; from < row.length; from++) {
      if (!row[from]) continue
      let to = from
      while (row[to]) to++
      doc.rect(x + from * module, y + line * module, (to - from) * module, module)
      from = to
    }
  })
  doc.fill('black')
  doc.link(x, y, size, size, url)
}

/** The shop, and “SJ/2627/000123 · page 1 of 2”, at the foot of all pages from `firstPage`. */
export function numberPages(doc: PDFKit.PDFDocument, name: string, firstPage: number): void {
  const pages = doc.bufferedPageRange().count - firstPage
  for (let page = 0; page < pages; page++) {
    doc.switchToPage(firstPage + page)
    drawRule(doc, PAGE.height - 50)
    const box = { x: PAGE.margin, y: PAGE.height - 43, width: INNER }
    drawText(doc, `${SHOP.name} · ${SHOP.city}, since ${SHOP.since}`, box, SOFT)
    drawText(doc, `${name} · page ${page + 1} of ${pages}`, box, { ...SOFT, align: 'right' })
  }
}
