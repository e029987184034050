/**
 * Tax invoices and credit notes, frozen when they are issued (Rules 46 and 53 of the CGST Rules). A document states the
 * total paid, to the paisa, so nothing is rounded off.
 */
import { STATE_CODES } from './gstin.ts'
import type { LineFacts } from './line-facts.ts'
import { divideHalfUp, paise, subtract, sum, ZERO, type Paise } from './money.ts'
import type { IndianState } from './pincode.ts'
import { skuOf, type ProductKey } from './product.ts'
import type { LineQuantity } from './refund-lines.ts'
import type { ShippingAddress } from './shipping.ts'
import type { Seller } from './shop-particulars.ts'
import type { BusinessBuyer } from './tax-identity.ts'
import type { TaxDocumentKind } from './tax-document-kind.ts'
import { taxWithin, type TaxAmounts } from './tax.ts'
import { indiaDate } from './time.ts'

/** Specimens have separate series, so that those of the shop begin with 1. */
const SERIES = {
  invoice: { real: 'SJ', specimen: 'SP' },
  'credit note': { real: 'CN', specimen: 'SC' },
} as const satisfies Record<TaxDocumentKind, unknown>

export function seriesOf(kind: TaxDocumentKind, isSpecimen: boolean): string {
  return SERIES[kind][isSpecimen ? 'specimen' : 'real']
}

/** The calendar year in which the financial year began: April to March, in India. */
export function financialYearOf(at: Date): number {
  const [year = 0, month = 0] = indiaDate(at).split('-').map(Number)
  return month >= 4 ? year : year - 1
}

const TWO_DIGITS = 100

/** Such as SJ/2627/000123: at most 16 characters that the rules allow. */
export function documentNumber(series: string, financialYear: number, sequence: number): string {
  const years = [financialYear, financialYear + 1].map((year) => String(year % TWO_DIGITS).padStart(2, '0'))
  return `${series}/${years.join('')}/${String(sequence).padStart(6, '0')}`
}

const DOCUMENT_NUMBER = /^(SJ|CN|SP|SC)\/(\d\d)\d\d\/(\d{6})$/
const CENTURY = 2000

/** Null for a text that `documentNumber` never creates. */
export function parseDocumentNumber(
  number: string,
): { readonly series: string; readonly financialYear: number; readonly sequence: number } | null {
  const [, series = '', year, sequence] = DOCUMENT_NUMBER.exec(number) ?? []
  const parsed = { series, financialYear: CENTURY + Number(year), sequence: Number(sequence) }
  return documentNumber(parsed.series, parsed.financialYear, parsed.sequence) === number ? parsed : null
}

/** Such as 07-Delhi. */
export function placeOfSupplyText(state: IndianState): string {
  return `${STATE_CODES[state]}-${state}`
}

export interface TaxDocumentLine extends TaxAmounts {
  /** Position of the order line; null for the delivery charge, whose tax is that of the goods. */
  readonly position: number | null
  readonly description: string
  readonly sku: string | null
  readonly size: string
  readonly hsn: string
  readonly ratePercent: number
  /** 0 for the delivery charge. */
  readonly quantity: number
  readonly purity: string | null
  /** For one piece. */
  readonly grossWeightMg: number | null
  readonly stoneWeightMg: number | null
  readonly netWeightMg: number | null
  /** HUIDs or serial numbers. */
  readonly codes: readonly string[]
  /** How the price of one piece was computed; omitted for a fixed price, and for any other amount. */
  readonly price?: PiecePrice
  /** Includes tax. */
  readonly total: Paise
}

/** As the order recorded it: the lines add up to the price agreed for one piece. */
export interface PiecePrice {
  readonly metalWeightMg: number
  readonly metalRatePerGram: Paise
  readonly metalValue: Paise
  /** 0 without any. */
  readonly diamondValue: Paise
  readonly makingChargePercent: number
  readonly makingCharge: Paise
  /** The tax share within the price (D30), which is not the tax that the document states. */
  readonly taxSharePercent: number
  readonly taxShare: Paise
  /** The discount of the offer. */
  readonly saving: Paise
  readonly price: Paise
}

export interface TaxDocumentContent {
  readonly seller: Seller
  readonly buyer: ShippingAddress
  /** A registered business; omitted for a private person. */
  readonly recipient?: BusinessBuyer
  readonly placeOfSupply: IndianState
  readonly lines: readonly TaxDocumentLine[]
}

interface OrderForInvoice {
  readonly seller: Seller
  readonly shipTo: ShippingAddress
  readonly business: BusinessBuyer | null
  readonly shipping: Paise
  readonly lines: readonly (ProductKey & {
    readonly position: number
    readonly name: string
    readonly size: string
    readonly quantity: number
    /** Pieces cancelled before the invoice: not part of the supply. */
    readonly cancelled: number
    readonly total: Paise
    readonly facts: LineFacts | null
    readonly codes: readonly string[]
  })[]
}

/** Null if the tax of a line is unknown: a gem of an unknown kind, an address without a state, an old order. */
export function invoiceContentOf({
  seller,
  shipTo,
  business,
  shipping,
  lines,
}: OrderForInvoice): TaxDocumentContent | null {
  const pieces: TaxDocumentLine[] = []
  let placeOfSupply: IndianState | null = null
  for (const {
    position,
    type,
    id,
    name,
    size,
    quantity: ordered,
    cancelled,
    facts,
    codes,
    ...line
  } of lines) {
    if (!facts?.tax?.amounts || !facts.tax.placeOfSupply) return null
    const { tax, purity, grossWeightMg, stoneWeightMg, netWeightMg } = facts
    placeOfSupply = facts.tax.placeOfSupply
    const quantity = ordered - cancelled
    if (quantity === 0) continue
    const total = paise(divideHalfUp(line.total * quantity, ordered))
    pieces.push({
      position,
      description: name,
      sku: skuOf({ type, id }),
      size,
      hsn: tax.hsn,
      ratePercent: tax.ratePercent,
      quantity,
      purity,
      grossWeightMg,
      stoneWeightMg,
      netWeightMg,
      codes,
      ...piecePrice(facts, divideHalfUp(line.total, ordered)),
      total,
      ...(cancelled === 0
        ? facts.tax.amounts
        : taxWithin(total, tax.ratePercent, placeOfSupply === seller.state)),
    })
  }
  if (placeOfSupply === null) return null
  const isWithinState = placeOfSupply === seller.state
  const delivery = deliveryLines(shipping, pieces, isWithinState)
  return {
    seller,
    buyer: shipTo,
    ...(business && { recipient: business }),
    placeOfSupply,
    lines: [...pieces, ...delivery],
  }
}

function piecePrice({ breakup }: LineFacts, price: number): { readonly price?: PiecePrice } {
  if (!breakup) return {}
  const { metalWeightMg, metalRatePerGram, metalValue, diamondValue, makingChargePercent, makingCharge } =
    breakup
  const before = sum([metalValue, diamondValue, makingCharge, breakup.gst])
  return {
    price: {
      metalWeightMg,
      metalRatePerGram,
      metalValue,
      diamondValue,
      makingChargePercent,
      makingCharge,
      taxSharePercent: breakup.gstPercent,
      taxShare: breakup.gst,
      saving: subtract(before, paise(price)),
      price: paise(price),
    },
  }
}

/** The delivery charge follows the goods: it is divided by their value, and taxed like them. */
function deliveryLines(
  shipping: Paise,
  pieces: readonly TaxDocumentLine[],
  isWithinState: boolean,
): TaxDocumentLine[] {
  const groups = new Map<string, { hsn: string; ratePercent: number; value: number }>()
  for (const { hsn, ratePercent, total } of pieces) {
    const key = `${hsn}/${ratePercent}`
    const value = (groups.get(key)?.value ?? 0) + total
    groups.set(key, { hsn, ratePercent, value })
  }
  const all = sum(pieces.map(({ total }) => total))
  let valueSoFar = 0
  let sharedSoFar = 0
  return [...groups.values()].flatMap(({ hsn, ratePercent, value }) => {
    valueSoFar += value
    const share = divideHalfUp(shipping * valueSoFar, all) - sharedSoFar
    sharedSoFar += share
    if (share === 0) return []
    const total = paise(share)
    return [
      {
        position: null,
        description: 'Delivery',
        sku: null,
        size: '',
        hsn,
        ratePercent,
        quantity: 0,
        purity: null,
        grossWeightMg: null,
        stoneWeightMg: null,
        netWeightMg: null,
        codes: [],
        total,
        ...taxWithin(total, ratePercent, isWithinState),
      },
    ]
  })
}

/** What a credit note deducts from a line of its invoice. `line` is the index there, not the position of the order line. */
export interface CreditAmount {
  readonly line: number
  readonly quantity: number
  readonly total: Paise
}

/** Includes the tax that the credit note states. */
export interface CreditLine extends CreditAmount, TaxAmounts {}

/** The rest of an invoice after the earlier credit notes. */
export function creditableAmounts(
  invoice: TaxDocumentContent,
  earlier: readonly CreditAmount[],
): CreditAmount[] {
  return invoice.lines.flatMap(({ quantity, total }, line) => {
    const credits = earlier.filter((one) => one.line === line)
    const left = subtract(total, sum(credits.map((one) => one.total)))
    const quantityLeft = quantity - credits.reduce((count, one) => count + one.quantity, 0)
    return left > 0 ? [{ line, quantity: quantityLeft, total: left }] : []
  })
}

/** Throws a RangeError for more than the earlier credit notes have left. */
export function creditNoteContentOf(
  invoice: TaxDocumentContent,
  amounts: readonly CreditAmount[],
  earlier: readonly CreditLine[],
): TaxDocumentContent {
  const isWithinState = invoice.placeOfSupply === invoice.seller.state
  const creditable = creditableAmounts(invoice, earlier)
  const lines = amounts.map(({ line, quantity, total }) => {
    const invoiced = invoice.lines[line]
    const left = creditable.find((one) => one.line === line)
    if (!invoiced || !left || total > left.total || quantity > left.quantity)
      throw new RangeError(`More than the invoice has left on line ${line}`)
    if (total === invoiced.total) return invoiced
    const before = totalsOf(earlier.filter((one) => one.line === line))
    const totalAfter = sum([before.total, total])
    return {
      ...invoiced,
      quantity,
      total,
      ...creditNoteTax(total, {
        left: { ...taxBetween(before, invoiced), total: left.total },
        target: taxBetween(before, taxWithin(totalAfter, invoiced.ratePercent, isWithinState)),
      }),
      ...(quantity < invoiced.quantity && { codes: [] }),
      // The price of a piece does not explain another amount.
      ...((quantity === 0 || total !== shareOf(invoiced, quantity)) && { price: undefined }),
      ...(quantity === 0 &&
        invoiced.position !== null && { description: `Discount: ${invoiced.description}` }),
    }
  })
  return { ...invoice, lines }
}

interface CreditableTax {
  /** The amount of the invoice that no credit note states yet. */
  readonly left: TaxDocumentTotals
  /** The tax with which all notes so far state the tax within their credits. */
  readonly target: TaxAmounts
}

/**
 * The taxes of all notes together equal those of the invoice, to the paisa, and no amount of a note is negative: if the
 * rounded tax exceeds a small credit, or would exceed the rest afterwards, the excess is moved between this note and
 * the next.
 */
function creditNoteTax(total: Paise, { left, target }: CreditableTax): TaxAmounts {
  const taxLeft = taxOf(left)
  const most = Math.min(taxLeft, total)
  const least = Math.max(0, taxLeft - (left.total - total))
  const clamped = Math.max(least, Math.min(most, taxOf(target)))
  if (left.igst !== 0 || target.igst !== 0)
    return { taxableValue: subtract(total, paise(clamped)), cgst: ZERO, sgst: ZERO, igst: paise(clamped) }
  // CGST and SGST are equal, unless the halves of the last paisa are credited in different notes.
  const isOdd = clamped % 2 === 1
  const tax = isOdd && clamped > least ? clamped - 1 : isOdd && clamped < most ? clamped + 1 : clamped
  const [larger, smaller] = [paise(Math.ceil(tax / 2)), paise(Math.floor(tax / 2))]
  return {
    taxableValue: subtract(total, paise(tax)),
    cgst: left.cgst >= left.sgst ? larger : smaller,
    sgst: left.cgst >= left.sgst ? smaller : larger,
    igst: ZERO,
  }
}

function taxOf({ cgst, sgst, igst }: TaxAmounts): number {
  return sum([cgst, sgst, igst])
}

function taxBetween(from: TaxAmounts, to: TaxAmounts): TaxAmounts {
  return {
    taxableValue: subtract(to.taxableValue, from.taxableValue),
    cgst: subtract(to.cgst, from.cgst),
    sgst: subtract(to.sgst, from.sgst),
    igst: subtract(to.igst, from.igst),
  }
}

export interface RefundToCredit {
  /** All refunds without a credit note. */
  readonly amount: Paise
  /** The lines of the order among them; the rest of the amount belongs to no particular line. */
  readonly lines: readonly LineQuantity[]
}

/** The invoiced amount of so many of its pieces. */
function shareOf(invoiced: TaxDocumentLine, quantity: number): number {
  return divideHalfUp(invoiced.total * quantity, invoiced.quantity)
}

/**
 * Divides a refund among the rest of an invoice: lines at their price; the remainder is taken from the delivery charge
 * first, then from all pieces by their value, as a discount.
 */
export function amountsOfRefund(
  invoice: TaxDocumentContent,
  creditable: readonly CreditAmount[],
  { amount, lines }: RefundToCredit,
): CreditAmount[] {
  const all = sum(creditable.map(({ total }) => total))
  if (amount >= all) return [...creditable]
  const amounts = new Map<number, { quantity: number; total: number }>()
  let rest: number = amount
  const credit = (line: number, quantity: number, total: number) => {
    const before = amounts.get(line) ?? { quantity: 0, total: 0 }
    amounts.set(line, { quantity: before.quantity + quantity, total: before.total + total })
    rest -= total
  }
  const leftOf = ({ line, total }: CreditAmount) => total - (amounts.get(line)?.total ?? 0)
  for (const one of creditable) {
    const invoiced = invoice.lines[one.line]
    const refunded = lines.find(({ position }) => position === invoiced?.position)
    if (!invoiced || !refunded) continue
    const quantity = Math.min(refunded.quantity, one.quantity)
    credit(one.line, quantity, Math.min(shareOf(invoiced, quantity), one.total, rest))
  }
  for (const one of creditable)
    if (invoice.lines[one.line]?.position === null) credit(one.line, 0, Math.min(leftOf(one), rest))
  // Proportional to the rest, so that no line gives more than it has and nothing remains.
  let leftInAll = creditable.reduce((total, one) => total + leftOf(one), 0)
  for (const one of creditable) {
    const left = leftOf(one)
    if (left > 0) credit(one.line, 0, divideHalfUp(rest * left, leftInAll))
    leftInAll -= left
  }
  return [...amounts]
    .map(([line, { quantity, total }]) => ({ line, quantity, total: paise(total) }))
    .filter(({ total }) => total > 0)
    .toSorted((one, other) => one.line - other.line)
}

export interface TaxDocumentTotals extends TaxAmounts {
  readonly total: Paise
}

export function totalsOf(lines: readonly (TaxAmounts & { readonly total: Paise })[]): TaxDocumentTotals {
  const start: TaxDocumentTotals = { taxableValue: ZERO, cgst: ZERO, sgst: ZERO, igst: ZERO, total: ZERO }
  return lines.reduce(
    (totals, line) => ({
      taxableValue: sum([totals.taxableValue, line.taxableValue]),
      cgst: sum([totals.cgst, line.cgst]),
      sgst: sum([totals.sgst, line.sgst]),
      igst: sum([totals.igst, line.igst]),
      total: sum([totals.total, line.total]),
    }),
    start,
  )
}
