/** Quantities of the lines of an order, as refunds, returns and cancellations name them. */
import { multiply, sum, ZERO, type Paise } from './money.ts'

export interface LineQuantity {
  readonly position: number
  readonly quantity: number
}

export interface RefundLine extends LineQuantity {
  readonly amount: Paise
}

interface PaidLine extends LineQuantity {
  readonly unitPrice: Paise
}

/** Quantity of a line, by its position. */
export function quantityOf(lines: readonly LineQuantity[], position: number): number {
  return lines
    .filter((line) => line.position === position)
    .reduce((total, { quantity }) => total + quantity, 0)
}

/** One for each position. */
export function mergeLines(lines: readonly LineQuantity[]): readonly LineQuantity[] {
  const positions = [...new Set(lines.map(({ position }) => position))]
  return positions.map((position) => ({ position, quantity: quantityOf(lines, position) }))
}

/** As much of `lines` as is available, without empty ones. */
export function atMostLines(
  lines: readonly LineQuantity[],
  available: readonly LineQuantity[],
): readonly LineQuantity[] {
  return lines
    .map(({ position, quantity }) => ({
      position,
      quantity: Math.min(quantity, quantityOf(available, position)),
    }))
    .filter(({ quantity }) => quantity > 0)
}

/** `lines` less `taken`, without empty ones. Names no position twice. */
export function remainingLines<Line extends LineQuantity>(
  lines: readonly Line[],
  taken: readonly LineQuantity[],
): readonly Line[] {
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - quantityOf(taken, line.position) }))
    .filter(({ quantity }) => quantity > 0)
}

/** The lines of the order that `lines` names, with its quantities. */
export function selectLines<Line extends LineQuantity>(
  orderLines: readonly Line[],
  lines: readonly LineQuantity[],
): readonly Line[] {
  return lines.flatMap(({ position, quantity }) =>
    orderLines.filter((line) => line.position === position).map((line) => ({ ...line, quantity })),
  )
}

/** Whether `chosen` names lines of `available`, each once and with no more pieces. */
export function areWithin(chosen: readonly LineQuantity[], available: readonly LineQuantity[]): boolean {
  const positions = new Set(chosen.map(({ position }) => position))
  return (
    chosen.length > 0 &&
    positions.size === chosen.length &&
    chosen.every(({ position, quantity }) => quantity > 0 && quantity <= quantityOf(available, position))
  )
}

/** `chosen` with the amounts paid for it. */
export function pricedLines(
  chosen: readonly LineQuantity[],
  paid: readonly PaidLine[],
): readonly RefundLine[] {
  return chosen.map(({ position, quantity }) => {
    const unitPrice = paid.find((line) => line.position === position)?.unitPrice ?? ZERO
    return { position, quantity, amount: multiply(unitPrice, quantity) }
  })
}

export function refundAmount(lines: readonly RefundLine[], extra: Paise): Paise {
  return sum([...lines.map(({ amount }) => amount), extra])
}

/** The basis for computing a refund. */
interface RefundBasis {
  readonly paid: readonly PaidLine[]
  /** Includes earlier refunds that are not sent yet. */
  readonly refunded: readonly LineQuantity[]
  /** The rest of the payment. */
  readonly refundable: Paise
}

/**
 * For cancelled or returned lines: the price of the part not refunded yet; or, if goodwill has left less, the rest of
 * the payment as `extra`. Null if nothing is left to refund.
 */
export function refundForLines(
  chosen: readonly LineQuantity[],
  { paid, refunded, refundable }: RefundBasis,
): { readonly lines: readonly RefundLine[]; readonly extra: Paise } | null {
  const remaining = remainingLines(paid, refunded)
  const lines = pricedLines(atMostLines(chosen, remaining), paid)
  const price = refundAmount(lines, ZERO)
  if (price === 0 || refundable === 0) return null
  return price <= refundable ? { lines, extra: ZERO } : { lines: [], extra: refundable }
}
