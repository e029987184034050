/** Acts of staff on an order: logged, idempotent, and their jobs are woken at once. */
import { eq } from 'drizzle-orm'
import type { Paise } from '#domain/money.ts'
import { isOrderNumber } from '#domain/order.ts'
import type { Result } from '#domain/result.ts'
import type { Db } from '#server/db/open.ts'
import { order } from '#server/db/schema.ts'
import { errorResponse, type AppContext, type ErrorResponse } from '#server/http.ts'
import type { ParcelCourier } from '#server/shipping/courier.ts'
import { withAuditLog, type Act, type Actor } from './audit-log.ts'
import type { DeskDeps } from './mount.ts'
import { loadDeskOrder } from './orders.ts'
import type { SignedInStaff } from './sessions.ts'

/** Woken after every act, which may have made work due for them. */
const JOBS = ['parcel tasks', 'requested refunds', 'pickup tasks'] as const

export interface OrderDeskDeps extends DeskDeps {
  readonly worker: { wake(job: (typeof JOBS)[number]): void }
  /** A larger refund waits for a second person. */
  readonly refundApprovalAbove: Paise
  readonly parcelCourier: Pick<ParcelCourier, 'printLabels'>
  /** The sandbox is the courier: it carries test orders, which a real one never gets. */
  readonly sendsTestOrders: boolean
}

export interface CallInput {
  readonly staff: SignedInStaff
  readonly actor: Actor
  readonly context: AppContext
}

export interface AuditedAct<Value extends { readonly isNew: boolean }> {
  run(tx: Db, orderNumber: string): Promise<Result<Value, ErrorResponse>>
  /** For the audit log. */
  entry(value: Value): Omit<Act, 'subject'>
}

export const NO_SUCH_ORDER = errorResponse('not-found', 'There is no such order.')

/** A repeated act changes nothing, is not recorded again, and returns the order as it is. */
export async function actOnOrder<Value extends { readonly isNew: boolean }>(
  deps: OrderDeskDeps,
  { context, staff, actor }: CallInput,
  act: AuditedAct<Value>,
) {
  const number = numberOf(context)
  const error = await actOnOne(deps, actor, { ...act, number })
  return error ?? (await loadDeskOrder(deps.db, number, staff)) ?? NO_SUCH_ORDER
}

/** Null if it is done, now or before. */
export async function actOnOne<Value extends { readonly isNew: boolean }>(
  { db, now, worker }: OrderDeskDeps,
  actor: Actor,
  { number, run, entry }: AuditedAct<Value> & { readonly number: string },
): Promise<ErrorResponse | null> {
  if ((await db.$count(order, eq(order.number, number))) === 0) return NO_SUCH_ORDER
  const done = await withAuditLog(db, { actor, now: now() }, async (tx, record) => {
    const result = await run(tx, number)
    if (result.ok && result.value.isNew) await record({ ...entry(result.value), subject: number })
    return result
  })
  if (!done.ok) return done.error
  for (const job of JOBS) worker.wake(job)
  return null
}

export function numberOf(context: AppContext): string {
  const number = context.req.param('number') ?? ''
  return isOrderNumber(number) ? number : ''
}
