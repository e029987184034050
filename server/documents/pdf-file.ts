/** Common to all PDFs of the shop: A4, embedded fonts, and byte-identical output for the same facts. */
import { encode } from 'uqr'
import { drawText, registerFonts, type TextStyle } from './pdf-text.ts'

export const PAGE = { width: 595.28, height: 841.89, margin: 40 }
export const RIGHT = PAGE.width - PAGE.margin
export const INNER = RIGHT - PAGE.margin

export const SMALL: TextStyle = { size: 8 }
export const BODY: TextStyle = { size: 9 }
export const SOFT: TextStyle = { size: 8, color: '#555555' }
export const HEADING: TextStyle = { size: 15, isBold: true }

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
  registerFonts(doc)
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => void chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  return { doc, finished }
}

export function drawRule(doc: PDFKit.PDFDocument, y: number): void {
  doc.moveTo(PAGE.margin, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor('#999999').stroke()
}

interface QrBox {
  readonly x: number
  readonly y: number
  readonly size: number
}

/**
 * Draws the QR code of an address, linked to it. Leaves out the quiet zone that readers need: keep four modules free
 * around it.
 */
export function drawQrCode(doc: PDFKit.PDFDocument, url: string, { x, y, size }: QrBox): void {
  const { data } = encode(url, { border: 0 })
  const module = size / data.length
  data.forEach((row, line) =>
    row.forEach((isDark, column) => {
      if (isDark) doc.rect(x + column * module, y + line * module, module, module)
    }),
  )
  doc.fill('black')
  doc.link(x, y, size, size, url)
}

/** “SJ/2627/000001 · page 1 of 2” at the foot of all pages from `firstPage`. */
export function numberPages(doc: PDFKit.PDFDocument, name: string, firstPage: number): void {
  const pages = doc.bufferedPageRange().count - firstPage
  for (let page = 0; page < pages; page++) {
    doc.switchToPage(firstPage + page)
    const box = { x: PAGE.margin, y: PAGE.height - 40, width: INNER }
    drawText(doc, `${name} · page ${page + 1} of ${pages}`, box, { ...SOFT, align: 'right' })
  }
}
