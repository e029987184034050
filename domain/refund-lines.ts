/** Which pieces of an order a refund is for. */
import { multiply, sum, type Paise } from './money.ts'

/** `requested` waits for a second person, `unpacking` for the parcel of what it cancels, `due` for the job that sends it. */
export const REFUND_REQUEST_STATES = ['requested', 'unpacking', 'due', 'sent', 'declined', 'failed'] as const
export type RefundRequestState = (typeof REFUND_REQUEST_STATES)[number]

export interface LineQuantity {
  readonly position: number
  readonly quantity: number
}

export interface RefundedLine extends LineQuantity {
  readonly amount: Paise
}

interface PaidLine extends LineQuantity {
  readonly unitPrice: Paise
}

/** The amount of each line; null where more pieces are chosen than were bought and not refunded. */
export function refundedLines(
  chosen: readonly LineQuantity[],
  paid: readonly PaidLine[],
  refundedBefore: readonly LineQuantity[],
): readonly RefundedLine[] | null {
  const lines: RefundedLine[] = []
  for (const { position, quantity } of chosen) {
    const line = paid.find((each) => each.position === position)
    const isRepeated = lines.some((each) => each.position === position)
    if (!line || isRepeated || quantity > line.quantity - quantityOf(refundedBefore, position)) return null
    lines.push({ position, quantity, amount: multiply(line.unitPrice, quantity) })
  }
  return lines
}

/** How many pieces of a line are among `lines`. */
export function quantityOf(lines: readonly LineQuantity[], position: number): number {
  return lines
    .filter((line) => line.position === position)
    .reduce((total, { quantity }) => total + quantity, 0)
}

export function refundAmount(lines: readonly RefundedLine[], extra: Paise): Paise {
  return sum([...lines.map(({ amount }) => amount), extra])
}
