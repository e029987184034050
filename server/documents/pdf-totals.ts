/** What follows the lines of a tax document: the tax by HSN, totals, the amount in words, QR code and signature. */
import { amountInWords } from '#domain/amount-in-words.ts'
import { formatRupees, type Paise } from '#domain/money.ts'
import { totalsOf, type TaxDocumentContent, type TaxDocumentTotals } from '#domain/tax-document.ts'
import { stateTaxName, type TaxAmounts } from '#domain/tax.ts'
import type { TaxDocumentRow } from './issue.ts'
import { drawQrCode, drawRule, FIGURES, INNER, LABEL, PAGE, RIGHT, SOFT } from './pdf-file.ts'
import { drawColumn, drawText, GOLD, heightOf, INK, lineHeight, type TextStyle } from './pdf-text.ts'

const QR_SIZE = 92
const FOOT_HEIGHT = QR_SIZE + 4
const WORDS: TextStyle = { size: 13, face: 'serif' }
const TOTAL: TextStyle = { size: 13, face: 'strong', isFigures: true }
const SUMMARY_FIGURES: TextStyle = { ...SOFT, color: INK, isFigures: true }

const ROW = lineHeight(FIGURES) + 1.5
const SUMMARY_ROW = lineHeight(SUMMARY_FIGURES) + 1.5
const TOTALS_WIDTH = 176
const GAP = 12

const NOTES = {
  invoice:
    'The total includes GST at the rates above, which are those of the law; “for tax” is the share with which a price was made. The consumer can have the purity of hallmarked jewellery verified at a BIS-recognised assaying and hallmarking centre.',
  'credit note': 'This note reduces the invoice named above.',
} as const

interface Amounts {
  readonly totals: TaxDocumentTotals
  /** IGST between two states; within one, CGST and SGST. */
  readonly taxes: readonly (readonly [label: string, of: (amounts: TaxAmounts) => Paise])[]
  readonly groups: readonly TaxGroup[]
}

interface TaxGroup extends TaxDocumentTotals {
  readonly hsn: string
  readonly ratePercent: number
}

function amountsOf({ lines, placeOfSupply }: TaxDocumentContent): Amounts {
  const totals = totalsOf(lines)
  const byClass = Map.groupBy(lines, ({ hsn, ratePercent }) => `${hsn} ${ratePercent}`)
  return {
    totals,
    taxes:
      totals.igst > 0
        ? [['IGST', ({ igst }) => igst]]
        : [
            ['CGST', ({ cgst }) => cgst],
            [stateTaxName(placeOfSupply), ({ sgst }) => sgst],
          ],
    groups: Array.from(byClass.values(), (group) => {
      const [{ hsn, ratePercent } = { hsn: '', ratePercent: 0 }] = group
      return { hsn, ratePercent, ...totalsOf(group) }
    }),
  }
}

export function totalsHeight(doc: PDFKit.PDFDocument, { content }: TaxDocumentRow): number {
  const amounts = amountsOf(content)
  const words = heightOf(doc, amountInWords(amounts.totals.total), INNER, WORDS)
  return amountsHeight(amounts) + lineHeight(LABEL) + words + FOOT_HEIGHT + 3 * GAP
}

function amountsHeight({ taxes, groups }: Amounts): number {
  const totals = (taxes.length + 1) * ROW + GAP + lineHeight(TOTAL)
  return GAP + Math.max(totals, (groups.length + 1) * SUMMARY_ROW)
}

interface Place {
  readonly top: number
  /** The address of the QR code. */
  readonly url: string
}

export function drawTotals(
  doc: PDFKit.PDFDocument,
  { content, kind }: TaxDocumentRow,
  { top, url }: Place,
): void {
  const amounts = amountsOf(content)
  drawTaxSummary(doc, amounts, top + GAP)
  drawAmounts(doc, amounts, { y: top + GAP, label: kind === 'invoice' ? 'Total' : 'Total credited' })
  let y = top + amountsHeight(amounts) + GAP
  drawRule(doc, y)
  y = drawColumn(doc, { x: PAGE.margin, y: y + GAP / 2, width: INNER }, [
    ['Amount in words', LABEL],
    [amountInWords(amounts.totals.total), WORDS],
  ])
  drawRule(doc, y + GAP / 2)
  drawFoot(doc, { y: y + GAP * 1.5, url, note: NOTES[kind], seller: content.seller.name })
}

function drawTaxSummary(doc: PDFKit.PDFDocument, { taxes, groups }: Amounts, top: number): void {
  const columns: readonly (readonly [string, number, (group: TaxGroup) => string])[] = [
    ['Tax by HSN', 58, ({ hsn }) => hsn],
    ['GST', 36, ({ ratePercent }) => `${ratePercent}%`],
    ['Taxable value', 76, ({ taxableValue }) => formatRupees(taxableValue)],
    ...taxes.map(([label, of]) => [label, 62, (group: TaxGroup) => formatRupees(of(group))] as const),
  ]
  let x = PAGE.margin
  columns.forEach(([label, width, textOf], column) => {
    const align = column === 0 ? 'left' : 'right'
    drawText(doc, label, { x, y: top, width }, { ...LABEL, align })
    groups.forEach((group, place) =>
      drawText(
        doc,
        textOf(group),
        { x, y: top + (place + 1) * SUMMARY_ROW, width },
        { ...SUMMARY_FIGURES, align },
      ),
    )
    x += width
  })
}

function drawAmounts(
  doc: PDFKit.PDFDocument,
  { totals, taxes }: Amounts,
  { y: top, label }: { readonly y: number; readonly label: string },
): void {
  const box = { x: RIGHT - TOTALS_WIDTH, width: TOTALS_WIDTH }
  let y = top
  const drawAmount = (text: string, amount: Paise, style: TextStyle) => {
    drawText(doc, text, { ...box, y: y + style.size - FIGURES.size }, { ...style, size: FIGURES.size })
    drawText(doc, formatRupees(amount), { ...box, y }, { ...style, align: 'right' })
    y += ROW
  }
  drawAmount('Taxable value', totals.taxableValue, FIGURES)
  for (const [tax, of] of taxes) drawAmount(tax, of(totals), FIGURES)
  drawRule(doc, y + GAP / 2 - 1, { ...box, color: GOLD, thickness: 0.8 })
  y += GAP
  drawAmount(label, totals.total, TOTAL)
}

interface Foot {
  readonly y: number
  readonly url: string
  readonly note: string
  readonly seller: string
}

function drawFoot(doc: PDFKit.PDFDocument, { y, url, note, seller }: Foot): void {
  drawQrCode(doc, url, { x: PAGE.margin, y, size: QR_SIZE })
  const x = PAGE.margin + QR_SIZE + 18
  drawColumn(doc, { x, y: y - 3, width: 198 }, [
    [`Scan to check this document, or go to ${new URL(url).host}/verify.`, { ...SOFT, color: INK }],
    [note, SOFT],
  ])
  const signature = { x: RIGHT - TOTALS_WIDTH, width: TOTALS_WIDTH }
  drawText(doc, `For ${seller}`, { ...signature, y: y - 3 }, SOFT)
  drawRule(doc, y + QR_SIZE - 12, { ...signature, color: INK })
  drawText(doc, 'Authorised signatory', { ...signature, y: y + QR_SIZE - 9 }, SOFT)
}
