/** Which refunds were made in place of refunds that were declined or failed. */
import { subtract, sum, type Paise } from './money.ts'
import { quantityOf, type LineQuantity } from './refund-lines.ts'

interface Refund {
  readonly amount: Paise
  readonly lines: readonly LineQuantity[]
}

interface UnmadeRefund extends Refund {
  readonly id: string
  readonly unmadeAt: Date
}

interface LaterRefund extends Refund {
  readonly requestedAt: Date
  /** Null while it is about to be sent. */
  readonly sentAt: Date | null
}

export interface Replacement extends Pick<LaterRefund, 'sentAt'> {
  readonly unmadeId: string
  /** Of the later refund, as much as is in place of this one: it may be in place of several. */
  readonly amount: Paise
}

/**
 * Nobody records what a refund replaces, as it may be agreed upon with the customer and made on the dashboard. It replaces one
 * that was unmade before it: of the same pieces rather than of others, then of the same amount, then the oldest; and as many
 * others as the rest of it suffices for. One that nothing is left for adds to the last replacement.
 *
 * @param unmade of one order, oldest first
 * @param later of the same order, and of none of its returns
 */
export function allocateReplacements(
  unmade: readonly UnmadeRefund[],
  later: readonly LaterRefund[],
): readonly Replacement[] {
  const replacements: Replacement[] = []
  const isReplaced = ({ id }: UnmadeRefund) => replacements.some(({ unmadeId }) => unmadeId === id)
  for (const refund of later.toSorted((one, other) => Number(one.requestedAt) - Number(other.requestedAt))) {
    const { sentAt } = refund
    const before = unmade.filter(({ unmadeAt }) => unmadeAt < refund.requestedAt)
    const [best, ...others] = before
      .filter((each) => !isReplaced(each))
      .toSorted((one, other) => likenessOf(other, refund) - likenessOf(one, refund))
    if (best) {
      let rest = refund.amount - best.amount
      const included = others.filter(({ amount }) => {
        if (amount > rest) return false
        rest -= amount
        return true
      })
      const amount = subtract(refund.amount, sum(included.map((each) => each.amount)))
      replacements.push({ unmadeId: best.id, amount, sentAt })
      for (const each of included) replacements.push({ unmadeId: each.id, amount: each.amount, sentAt })
    } else {
      const last = replacements.findLast(({ unmadeId }) => before.some(({ id }) => id === unmadeId))
      if (last) replacements.push({ ...last, amount: refund.amount, sentAt })
    }
  }
  return replacements
}

function likenessOf(unmade: UnmadeRefund, later: Refund): number {
  const isOfSamePieces = later.lines.some(({ position }) => quantityOf(unmade.lines, position) > 0)
  return (isOfSamePieces ? 2 : 0) + (unmade.amount === later.amount ? 1 : 0)
}
