/** Which refunds were made in place of refunds that were declined or failed, and what is owed of those. */
import { subtract, sum, ZERO, type Paise } from './money.ts'
import { quantityOf, type LineQuantity } from './refund-lines.ts'
import type { UnmadeRefundCause } from './return.ts'

interface Refund {
  readonly amount: Paise
  readonly lines: readonly LineQuantity[]
  readonly requestedAt: Date
}

interface UnmadeRefund extends Refund {
  readonly id: string
  readonly cause: UnmadeRefundCause
  readonly unmadeAt: Date
  /** When the gateway had it; null if it never had. */
  readonly madeAt: Date | null
  /** It may have been made in place of one before; refunds of returns and of cancellations are not. */
  readonly mayRepeat: boolean
}

interface LaterRefund extends Refund {
  /** Null while it is about to be sent. */
  readonly sentAt: Date | null
  readonly isOfDashboard: boolean
}

/** Pays what is owed of an unmade refund at that time. */
interface DirectRefund {
  readonly unmadeId: string
  readonly amount: Paise
  readonly recordedAt: Date
}

/** What the bank has returned by a lost dispute. */
interface BankReturn {
  readonly amount: Paise
  readonly at: Date
}

export interface Replacement extends Pick<LaterRefund, 'sentAt'> {
  readonly unmadeId: string
  /** Of the later refund, as much as is in place of this one: it may be in place of several. */
  readonly amount: Paise
}

export interface OwedRefunds {
  readonly replacements: readonly Replacement[]
  /** What is still owed of each that is owed. */
  readonly owed: ReadonlyMap<string, Paise>
}

interface OrderRefunds {
  /** Oldest first. */
  readonly unmade: readonly UnmadeRefund[]
  /** Refunds that belong to no return and no cancellation. */
  readonly later: readonly LaterRefund[]
  readonly direct: readonly DirectRefund[]
  readonly returned: readonly BankReturn[]
  /** What is left of the payment after all refunds and lost disputes. */
  readonly refundable: Paise
}

/**
 * Decides which refunds of an order are owed, for customer and desk alike. Never more than what is left of the payment: if
 * that is less, the newest refunds are owed, because a cancellation refunds everything left, including earlier failures.
 */
export function owedRefunds({ refundable, ...refunds }: OrderRefunds): OwedRefunds {
  const { replacements, owed } = replaceRefunds(refunds)
  let left = refundable
  const within = [...owed].toReversed().flatMap(([id, amount]): [string, Paise][] => {
    const part = amount < left ? amount : left
    left = subtract(left, part)
    return part > 0 ? [[id, part]] : []
  })
  return { replacements, owed: new Map(within.toReversed()) }
}

/**
 * Matches later refunds to the unmade ones that they replace. Nothing records this, because staff may agree on a refund with
 * the customer and make it on the dashboard.
 *
 * 1. A refund replaces one that was unmade before it: one of the same pieces, else of the same amount, else the oldest.
 * 2. Its remainder replaces further ones, as many as it covers.
 * 3. A refund with nothing left to replace adds to the last replacement.
 * 4. A declined refund is replaced by any amount, a failed one only by its own amount.
 * 5. A failed retry of the same pieces or amount is owed only once.
 * 6. A direct refund pays the unmade one that it names, by its amount.
 * 7. If the bank returns exactly what is owed of a refund that was not made by then, that refund is no longer owed.
 */
function replaceRefunds({ unmade, later, direct, returned }: Omit<OrderRefunds, 'refundable'>): OwedRefunds {
  const replacements: Replacement[] = []
  const owed = new Map(unmade.map(({ id, amount }) => [id, amount]))
  const restOf = ({ id }: UnmadeRefund) => owed.get(id) ?? ZERO
  const likeness = (each: UnmadeRefund, refund: Refund) => likenessOf(each, restOf(each), refund)

  function reduce(id: string, amount: Paise): void {
    const rest = owed.get(id) ?? ZERO
    if (amount < rest) owed.set(id, subtract(rest, amount))
    else owed.delete(id)
  }

  function replace(refund: LaterRefund): void {
    const { sentAt } = refund
    const before = unmade.filter((each) => mayReplace(refund, each, restOf(each)))
    const [best, ...others] = before
      .filter(({ id }) => owed.has(id))
      .toSorted((one, other) => likeness(other, refund) - likeness(one, refund))
    if (!best) {
      const last = replacements.findLast(({ unmadeId }) => before.some(({ id }) => id === unmadeId))
      if (last) replacements.push({ ...last, amount: refund.amount, sentAt })
      return
    }
    let left = refund.amount - restOf(best)
    const included = others.filter((each) => {
      if (restOf(each) > left) return false
      left -= restOf(each)
      return true
    })
    const amount = subtract(refund.amount, sum(included.map(restOf)))
    replacements.push({ unmadeId: best.id, amount, sentAt })
    for (const each of included) {
      replacements.push({ unmadeId: each.id, amount: restOf(each), sentAt })
      owed.delete(each.id)
    }
    if (best.cause === 'declined') owed.delete(best.id)
    else reduce(best.id, amount)
  }

  const attempts = [
    ...later,
    ...unmade.filter(({ mayRepeat }) => mayRepeat),
    ...direct.map(({ unmadeId, amount, recordedAt }) => ({ unmadeId, amount, requestedAt: recordedAt })),
    ...returned.map(({ amount, at }) => ({ returned: amount, requestedAt: at })),
  ]
  for (const refund of attempts.toSorted((one, other) => Number(one.requestedAt) - Number(other.requestedAt)))
    if ('unmadeId' in refund) reduce(refund.unmadeId, refund.amount)
    else if ('returned' in refund) {
      const same = unmade.find(
        (each) =>
          each.requestedAt < refund.requestedAt &&
          // One that the gateway still had then was not disputed as unpaid.
          (each.madeAt === null || each.unmadeAt < refund.requestedAt) &&
          owed.get(each.id) === refund.returned,
      )
      if (same) owed.delete(same.id)
    } else if ('unmadeAt' in refund) {
      const isRepeat = (each: UnmadeRefund) =>
        owed.has(each.id) && each.unmadeAt < refund.requestedAt && likeness(each, refund) > 0
      if (unmade.some(isRepeat)) owed.delete(refund.id)
    } else replace(refund)
  return { replacements, owed }
}

/** The shop learns of a failure later than those who see the dashboard, who may have made it again by then. */
function mayReplace(later: LaterRefund, unmade: UnmadeRefund, rest: Paise): boolean {
  const { requestedAt, isOfDashboard, amount } = later
  const isRepeatedAtOnce =
    isOfDashboard && amount === rest && unmade.madeAt !== null && unmade.madeAt < requestedAt
  const isOfOtherPieces = later.lines.length > 0 && unmade.lines.length > 0 && !isOfSamePieces(unmade, later)
  return (unmade.unmadeAt < requestedAt || isRepeatedAtOnce) && !isOfOtherPieces
}

function isOfSamePieces(one: Refund, other: Refund): boolean {
  return other.lines.some(({ position }) => quantityOf(one.lines, position) > 0)
}

function likenessOf(unmade: Refund, rest: Paise, later: Refund): number {
  return (isOfSamePieces(unmade, later) ? 2 : 0) + (rest === later.amount ? 1 : 0)
}
