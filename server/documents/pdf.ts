/**
 * Tax invoices and credit notes as PDF (Rules 46 and 53 of the CGST Rules), made from the stored row alone:
 * byte-identical each time.
 */
import { amountInWords } from '#domain/amount-in-words.ts'
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
import { stateTaxName } from '#domain/tax.ts'
import { formatIndiaDate, indiaDate } from '#domain/time.ts'
import type { TaxDocumentRow } from './issue.ts'
import {
  BODY,
  createPdf,
  drawQrCode,
  drawRule,
  HEADING,
  INNER,
  numberPages,
  PAGE,
  RIGHT,
  SMALL,
  SOFT,
} from './pdf-file.ts'
import { drawText, lineHeight, linesOf } from './pdf-text.ts'
import type { DocumentSigner } from './signer.ts'

/** Bottom of the rows; the carried-forward line and footer follow. */
const ROWS_BOTTOM = PAGE.height - 90
/** The height of totals, words and declaration. */
const TOTALS_HEIGHT = 235
const QR_SIZE = 92

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

const COLUMNS: readonly Column[] = columns([
  ['Description', 180, 'left', ({ description }) => description],
  ['HSN', 42, 'left', ({ hsn }) => hsn],
  ['Qty', 26, 'right', ({ quantity }) => (quantity === 0 ? '' : String(quantity))],
  ['Taxable value', 86, 'right', ({ taxableValue }) => formatRupees(taxableValue)],
  ['GST', 32, 'right', ({ ratePercent }) => `${ratePercent}%`],
  ['Tax', 64, 'right', ({ cgst, sgst, igst }) => formatRupees(sum([cgst, sgst, igst]))],
  ['Total', 85, 'right', ({ total }) => formatRupees(total)],
])

function columns(
  rows: readonly (readonly [string, number, Column['align'], Column['textOf']])[],
): readonly Column[] {
  let left = PAGE.margin
  return rows.map(([label, width, align, textOf]) => {
    const x = left
    left += width
    return { label, x, width: width - 6, align, textOf }
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
  let y = drawHead(doc, document, copy)
  y = drawParties(doc, row.content, y)
  y = drawTableHead(doc, y)
  lines.forEach((line, place) => {
    const height = rowHeight(doc, line)
    const isLast = place === lines.length - 1
    if (y + height > (isLast ? ROWS_BOTTOM - TOTALS_HEIGHT : ROWS_BOTTOM)) {
      const carried = formatRupees(totalsOf(lines.slice(0, place)).total)
      drawCarried(doc, `Carried forward ${carried}`, y)
      y = drawTableHead(doc, drawHead(doc, document, copy))
      y = drawCarried(doc, `Brought forward ${carried}`, y)
    }
    drawRow(doc, line, y)
    y += height
  })
  drawTotals(doc, row, { top: y + 8, url })
  numberPages(doc, row.number, firstPage)
}

/** Drawn on every page. Returns the position where the page continues. */
function drawHead(doc: PDFKit.PDFDocument, document: RenderedDocument, copy: string): number {
  doc.addPage()
  const { content, kind, isSpecimen } = document.row
  const { seller } = content
  const left = { x: PAGE.margin, width: INNER / 2 - 10 }
  const right = { x: PAGE.margin + INNER / 2, width: INNER / 2 }
  drawText(doc, seller.name, { ...left, y: 36 }, HEADING)
  let below = 60
  for (const text of [
    `${seller.address}, ${placeOfSupplyText(seller.state)}`,
    `GSTIN: ${seller.gstin ?? 'not entered yet'}`,
  ])
    below += drawText(doc, text, { ...left, y: below }, SMALL)
  drawText(doc, TITLES[kind], { ...right, y: 36 }, { ...HEADING, align: 'right' })
  headFacts(document, copy).forEach((text, place) =>
    drawText(doc, text, { ...right, y: 60 + place * 12 }, { ...SMALL, align: 'right' }),
  )
  const end = Math.max(120, below + 12)
  if (!isSpecimen) return end
  const warning = 'SPECIMEN: of a test order, no tax document. No money moved.'
  drawText(
    doc,
    warning,
    { x: PAGE.margin, y: end - 8, width: INNER },
    { ...BODY, isBold: true, color: '#b00020' },
  )
  return end + 16
}

/** Number and date; a credit note also has those of its invoice (Rule 53). */
export function headFacts({ row, invoice }: RenderedDocument, copy: string): string[] {
  return [
    `${row.number} of ${formatIndiaDate(row.issuedAt)}`,
    ...(invoice ? [`for invoice ${invoice.number} of ${formatIndiaDate(invoice.issuedAt)}`] : []),
    `Order ${row.orderNumber}`,
    copy,
  ]
}

function drawParties(
  doc: PDFKit.PDFDocument,
  { buyer, recipient, placeOfSupply }: TaxDocumentContent,
  y: number,
): number {
  const width = INNER / 2 - 10
  const style = BODY
  let below = y
  if (recipient) {
    below += drawText(doc, 'Billed to', { x: PAGE.margin, y, width }, SOFT)
    for (const text of [recipient.name, `GSTIN: ${recipient.gstin}`])
      below += drawText(doc, text, { x: PAGE.margin, y: below, width }, { ...style, isBold: true })
  }
  const title = recipient ? 'Address, and delivered to' : 'Billed and delivered to'
  below += drawText(doc, title, { x: PAGE.margin, y: below, width }, SOFT)
  for (const text of [
    buyer.name,
    buyer.address,
    `${buyer.city} ${buyer.pincode}, ${buyer.state}`,
    buyer.phone,
  ])
    below += drawText(doc, text, { x: PAGE.margin, y: below, width }, style)
  const x = PAGE.margin + INNER / 2 + 10
  const at = y + drawText(doc, 'Place of supply', { x, y, width }, SOFT)
  drawText(doc, placeOfSupplyText(placeOfSupply), { x, y: at, width }, style)
  drawText(doc, 'Reverse charge: no', { x, y: at + lineHeight(style), width }, SMALL)
  return below + 14
}

function drawTableHead(doc: PDFKit.PDFDocument, y: number): number {
  for (const { label, x, width, align } of COLUMNS)
    drawText(doc, label, { x, y, width }, { ...SMALL, isBold: true, align })
  drawRule(doc, y + 15)
  return y + 20
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

const DETAILS_WIDTH = INNER - 6
const ROW_GAP = 6

function rowHeight(doc: PDFKit.PDFDocument, line: TaxDocumentLine): number {
  const [first] = COLUMNS
  const name = linesOf(doc, line.description, first?.width ?? 0, BODY).length * lineHeight(BODY)
  const details = linesBelow(line).flatMap((text) => linesOf(doc, text, DETAILS_WIDTH, SOFT))
  return name + details.length * lineHeight(SOFT) + ROW_GAP
}

function drawRow(doc: PDFKit.PDFDocument, line: TaxDocumentLine, y: number): void {
  let nameHeight = 0
  for (const { x, width, align, textOf } of COLUMNS) {
    const height = drawText(doc, textOf(line), { x, y, width }, { ...BODY, align })
    nameHeight = Math.max(nameHeight, height)
  }
  let below = y + nameHeight
  for (const text of linesBelow(line))
    below += drawText(doc, text, { x: PAGE.margin, y: below, width: DETAILS_WIDTH }, SOFT)
}

function drawCarried(doc: PDFKit.PDFDocument, text: string, y: number): number {
  const box = { x: PAGE.margin, y, width: INNER - 6 }
  return y + drawText(doc, text, box, { ...BODY, isBold: true, align: 'right' }) + ROW_GAP
}

interface Totals {
  readonly top: number
  readonly url: string
}

function drawTotals(doc: PDFKit.PDFDocument, { content, kind }: TaxDocumentRow, { top, url }: Totals): void {
  const { taxableValue, cgst, sgst, igst, total } = totalsOf(content.lines)
  drawRule(doc, top)
  let y = top + 8
  const rows = [
    ['Taxable value', taxableValue],
    ...(igst > 0
      ? [['IGST', igst] as const]
      : [['CGST', cgst] as const, [stateTaxName(content.placeOfSupply), sgst] as const]),
    [kind === 'invoice' ? 'Total' : 'Total credited', total],
  ] as const
  rows.forEach(([label, amount], place) => {
    const style = { ...BODY, isBold: place === rows.length - 1 }
    drawText(doc, label, { x: 300, y, width: 120 }, style)
    y += drawText(doc, formatRupees(amount), { x: 420, y, width: RIGHT - 426 }, { ...style, align: 'right' })
  })
  y += 8
  y +=
    drawText(doc, amountInWords(total), { x: PAGE.margin, y, width: INNER }, { ...BODY, isBold: true }) + 10
  const note =
    kind === 'invoice'
      ? 'The total includes GST at the rates above, which are those of the law; “for tax” is the share with which a price was made. The consumer can have the purity of hallmarked jewellery verified at a BIS-recognised assaying and hallmarking centre.'
      : 'This note reduces the invoice named above.'
  y += drawText(doc, note, { x: PAGE.margin, y, width: INNER }, SMALL) + 10
  const signature = `For ${content.seller.name}: authorised signatory`
  drawText(doc, signature, { x: PAGE.margin, y: y + 16, width: INNER - 6 }, { ...SMALL, align: 'right' })
  drawQrCode(doc, url, { x: PAGE.margin, y: y + 4, size: QR_SIZE })
  const check = `Scan to check this document, or go to ${new URL(url).host}/verify.`
  drawText(doc, check, { x: PAGE.margin + QR_SIZE + 12, y: y + 4, width: 150 }, SMALL)
}
