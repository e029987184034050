/**
 * Tax invoices and credit notes as PDF (Rules 46 and 53 of the CGST Rules), rendered from the stored row
 * alone, and byte-identical each time.
 */
import { formatRupees, sum } from '#domain/money.ts'
import { formatDecimals } from '#domain/number-format.ts'
import {
  placeOfSupplyText,
  totalsOf,
  type TaxDocumentContent,
  type TaxDocumentLine,
} from '#domain/tax-document.ts'
import type { TaxDocumentKind } from '#domain/tax-document-kind.ts'
import type { Statement } from '#domain/signed-document.ts'
import { formatIndiaDate, indiaDate } from '#domain/time.ts'
import type { TaxDocumentRow } from './issue.ts'
import {
  BODY,
  createPdf,
  drawFacts,
  drawLetterhead,
  drawRule,
  drawWordmark,
  gridBox,
  FIGURES,
  INNER,
  LABEL,
  numberPages,
  PAGE,
  SOFT,
  STRONG,
  TITLE,
  WARNING,
} from './pdf-file.ts'
import { breakAtCommas, drawColumn, drawText, GOLD, heightOf, INK, type TextStyle } from './pdf-text.ts'
import { drawTotals, totalsHeight } from './pdf-totals.ts'
import type { DocumentSigner } from './signer.ts'

/** Bottom of the rows; the carried-forward line and footer follow. */
const ROWS_BOTTOM = PAGE.height - 80
/** On the last page, where no amount is carried forward. */
const TOTALS_BOTTOM = PAGE.height - 60

const TITLES: Record<TaxDocumentKind, string> = { invoice: 'Tax invoice', 'credit note': 'Credit note' }
/** Rule 48: three copies for goods. A credit note has one. */
const INVOICE_COPIES = ['Original for recipient', 'Duplicate for transporter', 'Triplicate for supplier']

interface Column {
  readonly label: string
  readonly x: number
  readonly width: number
  readonly align: 'left' | 'right'
  textOf(line: TaxDocumentLine): string
}

const COLUMN_GAP = 8
const COLUMNS: readonly Column[] = columns([
  ['Description', 144, 'left', ({ description }) => description],
  ['HSN', 54, 'left', ({ hsn }) => hsn],
  ['Qty', 30, 'right', ({ quantity }) => (quantity === 0 ? '' : String(quantity))],
  ['Taxable value', 84, 'right', ({ taxableValue }) => formatRupees(taxableValue)],
  ['GST', 40, 'right', ({ ratePercent }) => `${ratePercent}%`],
  ['Tax', 66, 'right', ({ cgst, sgst, igst }) => formatRupees(sum([cgst, sgst, igst]))],
  ['Total', 81.28, 'right', ({ total }) => formatRupees(total)],
])

function columns(
  rows: readonly (readonly [string, number, Column['align'], Column['textOf']])[],
): readonly Column[] {
  let left = PAGE.margin
  return rows.map(([label, width, align, textOf]) => {
    const gap = align === 'left' ? COLUMN_GAP : 0
    const x = left
    left += width
    return { label, x, width: width - gap, align, textOf }
  })
}

export type Audience = 'customer' | 'shop'

export interface RenderedDocument {
  readonly row: TaxDocumentRow
  /** The invoice that a credit note corrects; null for an invoice. */
  readonly invoice: Pick<TaxDocumentRow, 'number' | 'issuedAt'> | null
}

/** The customer gets the original; the shop prints all copies, each with pages of its own. */
export async function renderTaxDocument(
  document: RenderedDocument,
  audience: Audience,
  signer: Pick<DocumentSigner, 'verifyUrl'>,
): Promise<Buffer> {
  const { row } = document
  const copies = row.kind === 'invoice' && audience === 'shop' ? INVOICE_COPIES : INVOICE_COPIES.slice(0, 1)
  const { doc, finished } = await createPdf({
    title: `${TITLES[row.kind]} ${row.number}`,
    author: row.content.seller.name,
    createdAt: row.issuedAt,
  })
  const url = await signer.verifyUrl(statementOf(row))
  for (const copy of copies) drawCopy(doc, document, { copy, url })
  doc.end()
  return finished
}

function statementOf({ kind, number, issuedAt, isSpecimen, total }: TaxDocumentRow): Statement {
  return { kind, number, date: indiaDate(issuedAt), isSpecimen, total, piece: null }
}

interface Copy {
  readonly copy: string
  /** Address of the QR code. */
  readonly url: string
}

function drawCopy(doc: PDFKit.PDFDocument, document: RenderedDocument, { copy, url }: Copy): void {
  const { row } = document
  const { start, count } = doc.bufferedPageRange()
  const firstPage = start + count
  const { lines } = row.content
  const totals = totalsHeight(doc, row)
  let y = drawTableHead(doc, drawHead(doc, document, copy))
  lines.forEach((line, place) => {
    const height = rowHeight(doc, line)
    const isLast = place === lines.length - 1
    if (y + height > (isLast ? TOTALS_BOTTOM - totals : ROWS_BOTTOM)) {
      const carried = formatRupees(totalsOf(lines.slice(0, place)).total)
      drawCarried(doc, `Carried forward ${carried}`, y)
      y = drawTableHead(doc, drawContinuedHead(doc, document, copy))
      y = drawCarried(doc, `Brought forward ${carried}`, y)
    }
    drawRow(doc, line, y)
    y += height
    drawRule(doc, y, isLast ? { color: INK } : {})
  })
  drawTotals(doc, row, { top: y, url })
  numberPages(doc, row.number, firstPage)
}

/** Returns the position where the page continues. */
function drawHead(doc: PDFKit.PDFDocument, document: RenderedDocument, copy: string): number {
  const { content, kind, isSpecimen } = document.row
  let y = drawLetterhead(doc, TITLES[kind], copy)
  if (isSpecimen) y += drawSpecimenWarning(doc, y) + 6
  return drawParties(doc, content, drawFacts(doc, headFacts(document), y)) + 12
}

/** The head of every page after the first. */
function drawContinuedHead(doc: PDFKit.PDFDocument, document: RenderedDocument, copy: string): number {
  doc.addPage()
  const { row } = document
  const box = { x: PAGE.margin, y: 42, width: INNER }
  drawWordmark(doc, { x: PAGE.margin, y: 42, size: 16 })
  drawText(doc, TITLES[row.kind], box, { ...TITLE, size: 16, align: 'right' })
  const { seller } = row.content
  drawText(doc, `${seller.name} · ${gstinText(seller.gstin)}`, { ...box, y: 64, width: INNER / 2 - 10 }, SOFT)
  drawText(
    doc,
    `${row.number} of ${formatIndiaDate(row.issuedAt)} · ${copy}`,
    { ...box, y: 64 },
    { ...SOFT, align: 'right' },
  )
  const y = 86
  drawRule(doc, y, { color: GOLD, thickness: 0.8 })
  return y + 12 + (row.isSpecimen ? drawSpecimenWarning(doc, y + 10) : 0)
}

function drawSpecimenWarning(doc: PDFKit.PDFDocument, y: number): number {
  const warning = 'SPECIMEN: of a test order, no tax document. No money moved.'
  return drawText(doc, warning, { x: PAGE.margin, y, width: INNER }, WARNING)
}

/** Labels and values: number and date, and for a credit note also those of its invoice (Rule 53). */
export function headFacts({
  row,
  invoice,
}: RenderedDocument): readonly (readonly [label: string, value: string])[] {
  return [
    [`${TITLES[row.kind]} number`, row.number],
    ['Date', formatIndiaDate(row.issuedAt)],
    ['Order', row.orderNumber],
    ['Place of supply', placeOfSupplyText(row.content.placeOfSupply)],
    ['Reverse charge', 'No'],
    ...(invoice
      ? [['For invoice', `${invoice.number} of ${formatIndiaDate(invoice.issuedAt)}`] as const]
      : []),
  ]
}

function gstinText(gstin: string | null): string {
  return `GSTIN: ${gstin ?? 'not entered yet'}`
}

function drawParties(
  doc: PDFKit.PDFDocument,
  { seller, buyer, recipient }: TaxDocumentContent,
  y: number,
): number {
  const inLines = (text: string) => breakAtCommas(doc, text, gridBox(0, y).width, BODY)
  const sold = drawColumn(doc, gridBox(0, y), [
    ['Sold by', LABEL],
    [seller.name, STRONG],
    [inLines(`${seller.address}, ${placeOfSupplyText(seller.state)}`), BODY],
    [gstinText(seller.gstin), BODY],
  ])
  const billed = recipient
    ? drawColumn(doc, gridBox(1, y), [
        ['Billed to', LABEL],
        [recipient.name, STRONG],
        [gstinText(recipient.gstin), BODY],
      ])
    : y
  const delivered = drawColumn(doc, recipient ? gridBox(2, y) : gridBox(1, y, 2), [
    [recipient ? 'Address, and delivered to' : 'Billed and delivered to', LABEL],
    [buyer.name, STRONG],
    [inLines(buyer.address), BODY],
    [inLines(`${buyer.city} ${buyer.pincode}, ${buyer.state}`), BODY],
    [buyer.phone, BODY],
  ])
  return Math.max(sold, billed, delivered)
}

function drawTableHead(doc: PDFKit.PDFDocument, y: number): number {
  for (const { label, x, width, align } of COLUMNS) drawText(doc, label, { x, y, width }, { ...LABEL, align })
  drawRule(doc, y + 14, { color: INK })
  return y + 14
}

/** Text below the description of a line: purity, weights and codes, and how the price is computed. */
export function linesBelow(line: TaxDocumentLine): string[] {
  return [factsOf(line), priceOf(line)].filter((text) => text !== '')
}

function priceOf({ price, quantity }: TaxDocumentLine): string {
  if (!price) return ''
  const { metalWeightMg, metalRatePerGram, metalValue, diamondValue, makingCharge, taxShare, saving } = price
  const parts = [
    `metal ${formatDecimals(metalWeightMg / 1000)} g × ${formatRupees(metalRatePerGram)} = ${formatRupees(metalValue)}`,
    ...(diamondValue > 0 ? [`diamonds ${formatRupees(diamondValue)}`] : []),
    `making charge ${price.makingChargePercent}% ${formatRupees(makingCharge)}`,
    `for tax ${price.taxSharePercent}% ${formatRupees(taxShare)}`,
    ...(saving > 0 ? [`less ${formatRupees(saving)} for the offer`] : []),
  ]
  return `${quantity > 1 ? 'Price of one' : 'Price'}: ${parts.join(' · ')} · ${formatRupees(price.price)}`
}

function factsOf({
  sku,
  size,
  purity,
  grossWeightMg,
  netWeightMg,
  stoneWeightMg,
  codes,
}: TaxDocumentLine): string {
  const grams = (label: string, mg: number | null) =>
    mg === null ? [] : [`${label} ${formatDecimals(mg / 1000)} g`]
  const parts = [
    ...(sku === null ? [] : [sku]),
    ...(size === '' ? [] : [`size ${size}`]),
    ...(purity === null ? [] : [purity]),
    ...grams('gross', grossWeightMg),
    ...grams('net', netWeightMg),
    ...grams('stones', stoneWeightMg),
    ...(codes.length === 0 ? [] : [`HUID ${codes.join(', ')}`]),
  ]
  return parts.join(' · ')
}

const ROW_PADDING = 5

function rowHeight(doc: PDFKit.PDFDocument, line: TaxDocumentLine): number {
  const cells = COLUMNS.map(({ width, textOf }, column) =>
    heightOf(doc, textOf(line), width, column === 0 ? STRONG : FIGURES),
  )
  const details = linesBelow(line).map((text) => heightOf(doc, keepTogether(text), INNER, SOFT))
  return Math.max(...cells) + details.reduce((height, one) => height + one, 0) + 2 * ROW_PADDING
}

/** Breaks between the parts and in the list of codes, not within “3.6 g” or “making charge 7% ₹2,037.00”. */
function keepTogether(text: string): string {
  return text.replaceAll(/(?<!,) (?!·)/g, '\u00A0')
}

function drawRow(doc: PDFKit.PDFDocument, line: TaxDocumentLine, top: number): void {
  const y = top + ROW_PADDING
  const heights = COLUMNS.map(({ x, width, align, textOf }, column) =>
    drawText(doc, textOf(line), { x, y, width }, column === 0 ? STRONG : { ...FIGURES, align }),
  )
  drawColumn(
    doc,
    { x: PAGE.margin, y: y + Math.max(...heights), width: INNER },
    linesBelow(line).map((text) => [keepTogether(text), SOFT]),
  )
}

function drawCarried(doc: PDFKit.PDFDocument, text: string, y: number): number {
  const box = { x: PAGE.margin, y: y + ROW_PADDING, width: INNER }
  const style: TextStyle = { ...STRONG, isFigures: true, align: 'right' }
  const below = box.y + drawText(doc, text, box, style) + ROW_PADDING
  drawRule(doc, below)
  return below
}
