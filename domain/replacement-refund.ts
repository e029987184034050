/** Which refunds were made in place of refunds that were declined or failed, and what is owed of those. */
import { atMost, subtract, sum, ZERO, type Paise } from './money.ts'
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
  readonly failedRefundId: string
  readonly amount: Paise
  readonly recordedAt: Date
}

/** Ends an unmade refund that is not owed. */
interface ClosedRefund {
  readonly refundId: string
  readonly closedAt: Date
}

/** What the bank has returned by a lost dispute. */
interface BankReturn {
  readonly amount: Paise
  readonly at: Date
}

/** What a failed retry would have replaced. */
interface RetriedPart {
  readonly id: string
  readonly amount: Paise
  readonly retry: UnmadeRefund
}

type AnyRefund = Refund & Pick<LaterRefund, 'isOfDashboard'>

export interface Replacement extends Pick<LaterRefund, 'sentAt' | 'lines'> {
  readonly replacedId: string
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
  readonly closed: readonly ClosedRefund[]
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
    const part = atMost(left, amount)
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
 * 5. A failed refund that could have replaced earlier ones is owed only as far as it exceeds them.
 * 6. A direct refund pays the unmade one that it names, by its amount. A closed one is owed only for what its retries had
 *    replaced then, if they fail.
 * 7. If the bank returns exactly what is owed of a refund then, that is no longer owed. Neither a refund nor its retry is owed
 *    while it counts as made.
 */
function replaceRefunds({
  unmade,
  later,
  direct,
  closed,
  returned,
}: Omit<OrderRefunds, 'refundable'>): OwedRefunds {
  const replacements: Replacement[] = []
  const owed = new Map(unmade.map(({ id, amount }) => [id, amount]))
  const retried: RetriedPart[] = []
  const restOf = ({ id }: UnmadeRefund) => owed.get(id) ?? ZERO
  const likeness = (each: UnmadeRefund, refund: Refund) => likenessOf(each, restOf(each), refund)

  function reduce(id: string, amount: Paise): void {
    const rest = owed.get(id) ?? ZERO
    if (amount < rest) owed.set(id, subtract(rest, amount))
    else owed.delete(id)
  }

  /** The one most like it first. */
  function owedBefore(refund: AnyRefund): UnmadeRefund[] {
    return unmade
      .filter((each) => owed.has(each.id) && mayReplace(refund, each, restOf(each)))
      .toSorted((one, other) => likeness(other, refund) - likeness(one, refund))
  }

  function replace(refund: LaterRefund): void {
    const { lines, sentAt } = refund
    const [best, ...others] = owedBefore(refund)
    if (!best) {
      const isBefore = (each: UnmadeRefund) => mayReplace(refund, each, restOf(each))
      const last = replacements.findLast(({ replacedId }) =>
        unmade.some((each) => each.id === replacedId && isBefore(each)),
      )
      if (last) replacements.push({ ...last, amount: refund.amount, lines: [], sentAt })
      return
    }
    let left = refund.amount - restOf(best)
    const included = others.filter((each) => {
      if (restOf(each) > left) return false
      left -= restOf(each)
      return true
    })
    const amount = subtract(refund.amount, sum(included.map(restOf)))
    replacements.push({ replacedId: best.id, amount, lines, sentAt })
    for (const each of included) {
      replacements.push({ replacedId: each.id, amount: restOf(each), lines: [], sentAt })
      owed.delete(each.id)
    }
    if (best.cause === 'declined') owed.delete(best.id)
    else reduce(best.id, amount)
  }

  function repeat(retry: UnmadeRefund): void {
    for (const { id } of owedBefore({ ...retry, isOfDashboard: false })) {
      const amount = atMost(owed.get(id) ?? ZERO, owed.get(retry.id) ?? ZERO)
      retried.push({ id, amount, retry })
      reduce(retry.id, amount)
    }
  }

  function close({ refundId, closedAt }: ClosedRefund): void {
    const parts = retried.filter(({ id, retry }) => id === refundId && retry.unmadeAt >= closedAt)
    const rest = atMost(owed.get(refundId) ?? ZERO, sum(parts.map(({ amount }) => amount)))
    if (rest > 0) owed.set(refundId, rest)
    else owed.delete(refundId)
  }

  function returnByBank({ amount, at }: BankReturn): void {
    const same = unmade.find(
      (each) =>
        each.requestedAt < at &&
        // One that counted as made then is other money.
        !countedAsMade(each, at) &&
        owedThen(each, restOf(each), { retried, at }) === amount,
    )
    if (same) reduce(same.id, amount)
  }

  const attempts = [
    ...later.map((refund) => ({ at: refund.requestedAt, apply: () => replace(refund) })),
    ...unmade
      .filter(({ mayRepeat }) => mayRepeat)
      .map((retry) => ({ at: retry.requestedAt, apply: () => repeat(retry) })),
    ...direct.map(({ failedRefundId, amount, recordedAt }) => ({
      at: recordedAt,
      apply: () => reduce(failedRefundId, amount),
    })),
    ...closed.map((each) => ({ at: each.closedAt, apply: () => close(each) })),
    ...returned.map((each) => ({ at: each.at, apply: () => returnByBank(each) })),
  ]
  for (const { apply } of attempts.toSorted((one, other) => Number(one.at) - Number(other.at))) apply()
  return { replacements, owed }
}

function countedAsMade({ madeAt, unmadeAt }: UnmadeRefund, at: Date): boolean {
  return madeAt !== null && unmadeAt >= at
}

/** Without what its retries had replaced, as far as the shop knew. */
function owedThen(
  { id, cause }: UnmadeRefund,
  rest: Paise,
  { retried, at }: { readonly retried: readonly RetriedPart[]; readonly at: Date },
): Paise {
  const parts = retried.filter((part) => part.id === id && countedAsMade(part.retry, at))
  const made = sum(parts.map(({ amount }) => amount))
  if (made === 0) return rest
  return cause === 'declined' || made > rest ? ZERO : subtract(rest, made)
}

/** The shop learns of a failure later than those who see the dashboard, who may have made it again by then. */
function mayReplace(later: AnyRefund, unmade: UnmadeRefund, rest: Paise): boolean {
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
