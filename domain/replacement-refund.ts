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
  /** It may be a retry of one before; refunds of returns and of cancellations are not. */
  readonly mayRetry: boolean
  readonly isOfDashboard: boolean
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

/** The bank has returned this amount to the customer. */
interface LostDispute {
  readonly amount: Paise
  readonly at: Date
}

/** What a failed retry would have replaced of the refund with this id. */
export interface RetriedPart {
  readonly id: string
  readonly amount: Paise
  /** What it would have left owed. */
  readonly left: Paise
  readonly retry: Pick<UnmadeRefund, 'id' | 'madeAt' | 'unmadeAt'>
}

type AnyRefund = Refund & Pick<LaterRefund, 'isOfDashboard'>

export interface Replacement extends Pick<LaterRefund, 'sentAt' | 'lines'> {
  readonly replacedId: string
  /** Of the later refund, as much as is in place of this one: it may be in place of several. */
  readonly amount: Paise
}

export interface OwedRefunds {
  readonly replacements: readonly Replacement[]
  readonly retried: readonly RetriedPart[]
  /** What a failed refund for goodwill replaced while it counted as made. */
  readonly goodwill: readonly RetriedPart[]
  /** What is still owed of each that is owed. */
  readonly owed: ReadonlyMap<string, Paise>
  /** What neither gateway nor shop has paid of each, owed or not. */
  readonly unpaid: ReadonlyMap<string, Paise>
}

interface OrderRefunds {
  /** Oldest first. */
  readonly unmade: readonly UnmadeRefund[]
  /** Refunds that belong to no return and no cancellation. */
  readonly later: readonly LaterRefund[]
  readonly direct: readonly DirectRefund[]
  readonly closed: readonly ClosedRefund[]
  readonly lostDisputes: readonly LostDispute[]
  /** What is left of the payment after all refunds and lost disputes. */
  readonly refundable: Paise
}

/**
 * Decides which refunds of an order are owed, for customer and desk alike. Never more than what is left of the payment: if
 * that is less, the newest refunds are owed, because a cancellation refunds everything left, including earlier failures.
 */
export function owedRefunds({ refundable, ...refunds }: OrderRefunds): OwedRefunds {
  const { replacements, retried, goodwill, owed } = matchRefunds(refunds)
  let left = refundable
  const capped = refunds.unmade.toReversed().flatMap(({ id }): [string, Paise][] => {
    const part = atMost(left, owed.get(id) ?? ZERO)
    left = subtract(left, part)
    return part > 0 ? [[id, part]] : []
  })
  const unpaid = new Map(refunds.unmade.map((each) => [each.id, unpaidOf(each)]))
  return { replacements, retried, goodwill, owed: new Map(capped.toReversed()), unpaid }

  function unpaidOf({ id, amount }: UnmadeRefund): Paise {
    const gone = [
      ...replacements.filter(({ replacedId, sentAt }) => replacedId === id && sentAt !== null),
      ...refunds.direct.filter(({ failedRefundId }) => failedRefundId === id),
      // As a retry, it is part of another.
      ...retried.filter(({ retry }) => retry.id === id),
    ]
    return subtract(amount, atMost(amount, sum(gone.map((each) => each.amount))))
  }
}

/**
 * Matches later refunds to the unmade ones that they replace. Nothing records this, because staff may agree on a refund with
 * the customer and make it on the dashboard.
 *
 * 1. A refund replaces one that was unmade before it: one of the same pieces, else of the same amount, else the oldest.
 * 2. Its remainder replaces further ones, as many as it covers, as far as they were known to be owed then.
 * 3. A refund with nothing owed to replace belongs to one of the same pieces, which was closed or which a lost dispute covers, else
 *    adds to the last replacement. If it fails, the former is owed again.
 * 4. A declined refund is replaced by any amount, a failed one only by its own amount.
 * 5. A failed refund that could have replaced earlier ones is a retry, and owed only as far as it exceeds them. But one that
 *    names none of their pieces and would have left a part of them owed was for goodwill, and is owed as well.
 * 6. A direct refund pays the unmade one that it names, by its amount. A closed one is owed only for what its retries had
 *    replaced then, if they fail.
 * 7. A lost dispute of exactly the amount that is owed of a refund covers it, unless the refund or its retry still counts as
 *    made at that time.
 */
function matchRefunds({
  unmade,
  later,
  direct,
  closed,
  lostDisputes,
}: Omit<OrderRefunds, 'refundable'>): Matching {
  const owed = new Map(unmade.map(({ id, amount }) => [id, amount]))
  const matching: Matching = {
    unmade,
    owed,
    ended: new Set(),
    replacements: [],
    retried: [],
    goodwill: [],
  }
  const steps = [
    ...later.map((refund) => ({ at: refund.requestedAt, apply: () => replace(matching, refund) })),
    ...unmade
      .filter(({ mayRetry }) => mayRetry)
      .flatMap((failed) => [
        { at: failed.requestedAt, apply: () => retry(matching, failed) },
        { at: laterOf(failed.requestedAt, failed.unmadeAt), apply: () => separateGoodwill(matching, failed) },
      ]),
    ...direct.map(({ failedRefundId, amount, recordedAt }) => ({
      at: recordedAt,
      apply: () => reduce(matching, failedRefundId, amount),
    })),
    ...closed.map((each) => ({ at: each.closedAt, apply: () => close(matching, each) })),
    ...lostDisputes.map((each) => ({ at: each.at, apply: () => applyLostDispute(matching, each) })),
  ]
  for (const { apply } of steps.toSorted((one, other) => Number(one.at) - Number(other.at))) apply()
  return matching
}

/** By another clock, the gateway may have made a refund after the shop learned that it failed. */
function laterOf(requestedAt: Date, unmadeAt: Date): Date {
  return unmadeAt < requestedAt ? requestedAt : unmadeAt
}

/** As of one moment, while the refunds of an order are matched. */
interface Matching {
  readonly unmade: readonly UnmadeRefund[]
  readonly owed: Map<string, Paise>
  /** Those that were closed or that a lost dispute covers. */
  readonly ended: Set<string>
  readonly replacements: Replacement[]
  readonly retried: RetriedPart[]
  readonly goodwill: RetriedPart[]
}

function restOf({ owed }: Matching, id: string): Paise {
  return owed.get(id) ?? ZERO
}

function reduce(matching: Matching, id: string, amount: Paise): void {
  const rest = restOf(matching, id)
  if (amount < rest) matching.owed.set(id, subtract(rest, amount))
  else matching.owed.delete(id)
}

/** The most similar first; among equals, those that seemed to be replaced by then last. */
function owedBefore(matching: Matching, refund: AnyRefund): UnmadeRefund[] {
  const likeness = (each: UnmadeRefund) =>
    2 * likenessOf(each, restOf(matching, each.id), refund) + Number(knownRest(matching, each, refund) > 0)
  return matching.unmade
    .filter((each) => matching.owed.has(each.id) && mayReplace(refund, each, restOf(matching, each.id)))
    .toSorted((one, other) => likeness(other) - likeness(one))
}

/** Of the same pieces, and not replaced. */
function endedBefore(matching: Matching, refund: AnyRefund): UnmadeRefund | undefined {
  const isReplaced = (id: string) => matching.replacements.some(({ replacedId }) => replacedId === id)
  return matching.unmade.find(
    (each) =>
      matching.ended.has(each.id) &&
      isOfSamePieces(each, refund) &&
      mayReplace(refund, each, restOf(matching, each.id)) &&
      !isReplaced(each.id),
  )
}

function replace(matching: Matching, refund: LaterRefund): void {
  const { unmade, owed, replacements } = matching
  const { lines, sentAt } = refund
  const rest = ({ id }: UnmadeRefund) => restOf(matching, id)
  const known = (each: UnmadeRefund) => knownRest(matching, each, refund)
  const [best, ...others] = owedBefore(matching, refund)
  if (!best) {
    const ended = endedBefore(matching, refund)
    const before = unmade.filter((each) => mayReplace(refund, each, rest(each)))
    const last = replacements.findLast(({ replacedId }) => before.some(({ id }) => id === replacedId))
    if (ended) replacements.push({ replacedId: ended.id, amount: refund.amount, lines, sentAt })
    else if (last) replacements.push({ ...last, amount: refund.amount, lines: [], sentAt })
    return
  }
  let left = refund.amount - (known(best) || rest(best))
  const included = others.filter((each) => {
    if (known(each) === 0 || known(each) > left) return false
    left -= known(each)
    return true
  })
  const amount = subtract(refund.amount, sum(included.map(known)))
  replacements.push({ replacedId: best.id, amount, lines, sentAt })
  for (const each of included) {
    replacements.push({ replacedId: each.id, amount: known(each), lines: [], sentAt })
    reduce(matching, each.id, known(each))
  }
  if (best.cause === 'declined') owed.delete(best.id)
  else reduce(matching, best.id, amount)
}

function retry(matching: Matching, failed: UnmadeRefund): void {
  // By another clock, the gateway may have made it after it failed.
  const retried = () => owedBefore(matching, failed).filter(({ id }) => id !== failed.id)
  const ended = endedBefore(matching, failed)
  if (ended && retried().length === 0) {
    matching.owed.set(ended.id, atMost(ended.amount, failed.amount))
    matching.ended.delete(ended.id)
  }
  for (const { id } of retried()) {
    const rest = restOf(matching, id)
    const amount = atMost(rest, restOf(matching, failed.id))
    if (amount === 0) return
    matching.retried.push({ id, amount, left: subtract(rest, amount), retry: failed })
    reduce(matching, failed.id, amount)
  }
}

function separateGoodwill(matching: Matching, failed: UnmadeRefund): void {
  const { unmade, owed, retried, goodwill } = matching
  for (const part of retried.filter(({ retry }) => retry.id === failed.id)) {
    const { id, amount } = part
    const isOfSame = unmade.some((each) => each.id === id && isOfSamePieces(each, failed))
    if (isOfSame || restOf(matching, id) <= amount) continue
    owed.set(failed.id, sum([restOf(matching, failed.id), amount]))
    retried.splice(retried.indexOf(part), 1)
    goodwill.push(part)
  }
}

function close(matching: Matching, { refundId, closedAt }: ClosedRefund): void {
  const pending = matching.retried.filter(({ id, retry }) => id === refundId && retry.unmadeAt >= closedAt)
  const rest = atMost(restOf(matching, refundId), sum(pending.map(({ amount }) => amount)))
  if (rest > 0) matching.owed.set(refundId, rest)
  else matching.owed.delete(refundId)
  matching.ended.add(refundId)
}

function applyLostDispute(matching: Matching, { amount, at }: LostDispute): void {
  const same = matching.unmade.find(
    (each) =>
      each.requestedAt < at &&
      // One that counted as made then is other money.
      !countedAsMade(each, at) &&
      owedThen(matching, each, at) === amount,
  )
  if (!same) return
  reduce(matching, same.id, amount)
  matching.ended.add(same.id)
}

function countedAsMade({ madeAt, unmadeAt }: Pick<UnmadeRefund, 'madeAt' | 'unmadeAt'>, at: Date): boolean {
  return madeAt !== null && unmadeAt >= at
}

/** Without what its retries had replaced, as far as the shop knew. */
function owedThen(matching: Matching, { id, cause }: UnmadeRefund, at: Date): Paise {
  const rest = restOf(matching, id)
  const parts = matching.retried.filter((part) => part.id === id && countedAsMade(part.retry, at))
  const made = sum(parts.map(({ amount }) => amount))
  if (made === 0) return rest
  return cause === 'declined' || made > rest ? ZERO : subtract(rest, made)
}

/** As who made the refund knew it. Those who see the dashboard may have known of later failures. */
function knownRest(matching: Matching, each: UnmadeRefund, { requestedAt, isOfDashboard }: AnyRefund): Paise {
  return isOfDashboard ? restOf(matching, each.id) : owedThen(matching, each, requestedAt)
}

/** The shop learns of a failure later than those who see the dashboard, who may have made it again by then. */
function mayReplace(later: AnyRefund, unmade: UnmadeRefund, rest: Paise): boolean {
  const { requestedAt, isOfDashboard, amount } = later
  const isRetriedAtOnce =
    isOfDashboard && amount === rest && unmade.madeAt !== null && unmade.madeAt < requestedAt
  const isOfOtherPieces = later.lines.length > 0 && unmade.lines.length > 0 && !isOfSamePieces(unmade, later)
  return (unmade.unmadeAt < requestedAt || isRetriedAtOnce) && !isOfOtherPieces
}

function isOfSamePieces(one: Refund, other: Refund): boolean {
  return other.lines.some(({ position }) => quantityOf(one.lines, position) > 0)
}

function likenessOf(unmade: Refund, rest: Paise, later: Refund): number {
  return (isOfSamePieces(unmade, later) ? 2 : 0) + (rest === later.amount ? 1 : 0)
}
