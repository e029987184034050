/** The effect of an event on shoppers, from the calls that they made meanwhile. */
import { createOrder, verifyPayment } from '#contract/checkout.ts'
import { changeLists } from '#contract/lists.ts'
import type { ObservedCall } from '../chaos/client.ts'

export interface Cost {
  /** The longest time without a single successful write. */
  readonly outageMs: number
  readonly calls: number
  readonly failed: number
  readonly pages: number
  readonly failedPages: number
}

/** Reads that a replica may answer, and how many of them it did. */
export interface ReplicaReads {
  readonly all: number
  readonly answered: number
}

/** Over all servers; one started meanwhile counts from then on. */
export function replicaReadsBetween(
  before: readonly ReplicaReads[],
  after: readonly ReplicaReads[],
): ReplicaReads {
  const since = (index: number, { all, answered }: ReplicaReads) => {
    const start = before[index]
    return start && start.all <= all
      ? { all: all - start.all, answered: answered - start.answered }
      : { all, answered }
  }
  return after
    .map((reads, index) => since(index, reads))
    .reduce((sum, { all, answered }) => ({ all: sum.all + all, answered: sum.answered + answered }), {
      all: 0,
      answered: 0,
    })
}

export interface Window {
  readonly from: number
  readonly to: number
}

/** Rejections (4xx) are responses too. */
const isAnswered = ({ status }: ObservedCall) => status > 0 && status < 500
const isSuccess = ({ status }: ObservedCall) => status >= 200 && status < 300
/** Calls whose effect is stored before the response. */
const WRITES: ReadonlySet<string> = new Set([changeLists.path, createOrder.path, verifyPayment.path])
const isWrite = ({ path }: ObservedCall) => WRITES.has(path)

export function costOf(
  { calls, pages }: { readonly calls: readonly ObservedCall[]; readonly pages: readonly ObservedCall[] },
  window: Window,
): Omit<Cost, 'outageMs'> {
  const overlaps = (each: ObservedCall) => each.endedAt >= window.from && each.startedAt <= window.to
  const [ownCalls, ownPages] = [calls.filter(overlaps), pages.filter(overlaps)]
  return {
    calls: ownCalls.length,
    failed: ownCalls.filter((call) => !isAnswered(call)).length,
    pages: ownPages.length,
    failedPages: ownPages.filter((call) => !isAnswered(call)).length,
  }
}

export const longestOutage = (
  calls: readonly ObservedCall[],
  what: 'writes' | 'orders afterwards',
  window: Window,
) =>
  longestGap(
    calls.filter((call) => (what === 'writes' ? isWrite(call) : call.path === createOrder.path)),
    window,
  )

/** A call counts if it began within the period, so that a response already in progress ends no outage. */
function longestGap(calls: readonly ObservedCall[], { from, to }: Window): number {
  const successes = calls
    .filter((call) => isSuccess(call) && call.startedAt >= from)
    .map(({ endedAt }) => endedAt)
    .sort((one, other) => one - other)
  return [...successes, to].reduce(
    ({ last, longest }, at) => ({ last: at, longest: Math.max(longest, at - last) }),
    { last: from, longest: 0 },
  ).longest
}

/** For this long something was written and nothing failed. */
export function isQuiet(calls: readonly ObservedCall[], forMs: number): boolean {
  const since = Date.now() - forMs
  const recent = calls.filter(({ endedAt }) => endedAt >= since)
  return (
    recent.every(isAnswered) &&
    recent.some((call) => isWrite(call) && isSuccess(call) && call.startedAt >= since)
  )
}

/** Counts of failures by kind, for diagnosis. */
export function failuresIn(calls: readonly ObservedCall[], { from, to }: Window): string[] {
  const failed = calls.filter((call) => !isAnswered(call) && call.endedAt >= from && call.startedAt <= to)
  const kinds = Map.groupBy(failed, ({ path, status, code }) => `${path} ${status} ${code ?? ''}`.trim())
  return [...kinds].map(([kind, { length }]) => `${length} × ${kind}`)
}
