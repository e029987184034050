/** The calls of the desk about orders and parcels (contract/desk/orders.ts). */
import * as contract from '#contract/desk/orders.ts'
import type { Paise } from '#domain/money.ts'
import { isOrderNumber } from '#domain/order.ts'
import type { RefundRequestState } from '#domain/refund-lines.ts'
import { requestRefund, type RefundAct } from '#server/checkout/refund-requests.ts'
import type { Db } from '#server/db/open.ts'
import { renderPackingSlip } from '#server/documents/packing-slip.ts'
import {
  approveRefundRequest,
  cancelLines,
  cancelOrder,
  declineRefundRequest,
  type Cancellation,
  type CancelResult,
  type LineCancellation,
} from '#server/fulfilment/cancel-order.ts'
import {
  handOverParcel,
  packParcel,
  requestParcelTask,
  type ParcelOutcome,
} from '#server/fulfilment/parcels.ts'
import { requestUnpack } from '#server/fulfilment/unpack.ts'
import { errorResponse, type App, type AppContext } from '#server/http.ts'
import { withAuditLog, type Act, type Actor } from './audit-log.ts'
import { mountDesk, type DeskDeps } from './mount.ts'
import { findOrders, loadDeskOrder, loadPackedParcel, loadToday } from './orders.ts'
import type { SignedInStaff } from './sessions.ts'

export interface OrderDeskDeps extends DeskDeps {
  readonly worker: { wake(job: 'parcels' | 'requested refunds' | 'return pickups'): void }
  /** A refund of more waits for a second person. */
  readonly refundApprovalAbove: Paise
  /** The sandbox is the courier: it carries test orders, which a real one never gets. */
  readonly sendsTestOrders: boolean
}

const NOT_PACKED = errorResponse('not-found', 'This order is not packed yet.')
export const NO_SUCH_ORDER = errorResponse('not-found', 'There is no such order.')

export function mountOrders(app: App, deps: OrderDeskDeps): void {
  const { db, now, siteUrl, sendsTestOrders } = deps
  const readerOf = ({ role }: SignedInStaff) => ({ role, now: now(), sendsTestOrders })

  mountDesk(app, deps, contract.readToday, ({ staff }) => loadToday(db, readerOf(staff)))

  mountDesk(app, deps, contract.searchOrders, ({ request, staff }) =>
    findOrders(db, request, readerOf(staff)),
  )

  mountDesk(
    app,
    deps,
    contract.readDeskOrder,
    async ({ staff, context }) => (await loadDeskOrder(db, numberOf(context), staff.role)) ?? NO_SUCH_ORDER,
  )

  mountDesk(app, deps, contract.readPackingSlip, async ({ context }) => {
    const packed = await loadPackedParcel(db, numberOf(context))
    return packed ? { pdf: (await renderPackingSlip(packed)).toString('base64') } : NOT_PACKED
  })

  mountDesk(app, deps, contract.packOrder, ({ request, ...rest }) =>
    act(deps, rest, {
      act: 'packed',
      after: { weightMg: request.weightMg, seal: request.seal, pieces: request.pieces },
      run: (tx, number) => packParcel(tx, number, { ...request, at: now(), sendsTestOrders }),
    }),
  )
  mountDesk(app, deps, contract.bookParcel, (input) =>
    act(deps, input, {
      act: 'booked parcel',
      run: (tx, number) => requestParcelTask(tx, number, { task: 'book', at: now() }),
    }),
  )
  mountDesk(app, deps, contract.makeParcelLabel, (input) =>
    act(deps, input, {
      act: 'made label',
      run: (tx, number) => requestParcelTask(tx, number, { task: 'label', at: now() }),
    }),
  )
  mountDesk(app, deps, contract.unpackParcel, (input) =>
    act(deps, input, {
      act: 'unpacked',
      run: (tx, number) => requestUnpack(tx, number, { at: now() }),
    }),
  )
  mountDesk(app, deps, contract.handOver, (input) =>
    act(deps, input, {
      act: 'handed over',
      run: (tx, number) => handOverParcel(tx, number, { at: now(), siteUrl }),
    }),
  )
}

/** Cancels orders and makes refunds. */
export function mountRefunds(app: App, deps: OrderDeskDeps): void {
  mountCancellation(app, deps)
  mountDesk(app, deps, contract.refundOrder, ({ request, ...input }) =>
    refundAct(deps, input, (tx, number) =>
      requestRefund(tx, number, {
        ...request,
        by: input.staff.email,
        at: deps.now(),
        approvalAbove: deps.refundApprovalAbove,
      }),
    ),
  )
  mountDesk(app, deps, contract.approveRefund, ({ request, ...input }) =>
    refundAct(deps, input, (tx, orderNumber) =>
      approveRefundRequest(tx, {
        orderNumber,
        id: request.id,
        by: input.staff.email,
        at: deps.now(),
        siteUrl: deps.siteUrl,
      }),
    ),
  )
  mountDesk(app, deps, contract.declineRefund, ({ request, ...input }) =>
    refundAct(deps, input, (tx, orderNumber) =>
      declineRefundRequest(tx, {
        orderNumber,
        id: request.id,
        by: input.staff.email,
        at: deps.now(),
        siteUrl: deps.siteUrl,
      }),
    ),
  )
}

function mountCancellation(app: App, deps: OrderDeskDeps): void {
  mountDesk(app, deps, contract.cancelDeskOrder, ({ request, ...input }) =>
    cancellationAct(deps, input, { ...request, run: cancelOrder }),
  )
  mountDesk(app, deps, contract.cancelDeskLines, ({ request: { reason, ...chosen }, ...input }) =>
    cancellationAct(deps, input, {
      reason,
      chosen,
      run: (tx, number, cancellation) => cancelLines(tx, number, { ...cancellation, ...chosen }),
    }),
  )
}

interface CancellationCall {
  readonly reason: string
  /** Missing for the whole order. */
  readonly chosen?: Pick<LineCancellation, 'id' | 'lines'>
  run(tx: Db, number: string, cancellation: Cancellation): Promise<CancelResult>
}

async function cancellationAct(
  { db, now, siteUrl, worker, refundApprovalAbove: amountMax }: OrderDeskDeps,
  { staff, actor, context }: CallInput,
  { reason, chosen, run }: CancellationCall,
) {
  const number = numberOf(context)
  if (!(await loadDeskOrder(db, number, staff.role))) return NO_SUCH_ORDER
  const at = now()
  const cancellation = { by: staff.email, reason, amountMax, at, siteUrl } as const
  const done = await withAuditLog(db, { actor, now: at }, async (tx, record) => {
    const result = await run(tx, number, cancellation)
    if (result.ok && result.value.isNew)
      await record({
        act: nameOfCancellation(result.value.isRequest, chosen !== undefined),
        subject: number,
        after: {
          amount: result.value.amount,
          reason,
          ...(chosen && { id: chosen.id, lines: chosen.lines.map((line) => ({ ...line })) }),
        },
      })
    return result
  })
  if (!done.ok) return done.error
  worker.wake('parcels')
  worker.wake('requested refunds')
  return (await loadDeskOrder(db, number, staff.role)) ?? NO_SUCH_ORDER
}

function nameOfCancellation(isRequest: boolean, isOfPieces: boolean): Act['act'] {
  if (isRequest) return 'requested cancellation'
  return isOfPieces ? 'cancelled pieces' : 'cancelled order'
}

/** A repeated act changes nothing, is not recorded again, and returns the order as it is. */
async function refundAct(
  { db, now, worker }: OrderDeskDeps,
  { staff, actor, context }: CallInput,
  run: (tx: Db, number: string) => Promise<RefundAct>,
) {
  const number = numberOf(context)
  if (!(await loadDeskOrder(db, number, staff.role))) return NO_SUCH_ORDER
  const done = await withAuditLog(db, { actor, now: now() }, async (tx, record) => {
    const result = await run(tx, number)
    if (result.ok && result.value.isNew) {
      const { id, amount, lines, extra, reason, state, decidedBy, cancels } = result.value.refund
      const after = { id, amount, lines: lines.map((line) => ({ ...line })), extra, reason, cancels }
      await record({ act: nameOfRefundAct(state, decidedBy !== null), subject: number, after })
    }
    return result
  })
  if (!done.ok) return done.error
  worker.wake('parcels')
  worker.wake('requested refunds')
  return (await loadDeskOrder(db, number, staff.role)) ?? NO_SUCH_ORDER
}

function nameOfRefundAct(state: RefundRequestState, isDecided: boolean): Act['act'] {
  if (state === 'declined') return 'declined refund'
  if (state === 'requested') return 'requested refund'
  return isDecided ? 'approved refund' : 'made refund'
}

interface ParcelCall extends Pick<Act, 'act' | 'after'> {
  run(tx: Db, number: string): Promise<ParcelOutcome>
}

export interface CallInput {
  readonly staff: SignedInStaff
  readonly actor: Actor
  readonly context: AppContext
}

/** A repeated act changes nothing, is not recorded again, and returns the order as it is. */
async function act(
  { db, now, worker }: OrderDeskDeps,
  { staff, actor, context }: CallInput,
  { act: name, after, run }: ParcelCall,
) {
  const number = numberOf(context)
  if (!(await loadDeskOrder(db, number, staff.role))) return NO_SUCH_ORDER
  const done = await withAuditLog(db, { actor, now: now() }, async (tx, record) => {
    const result = await run(tx, number)
    if (result.ok && result.value.isNew) {
      const { before } = result.value
      await record({
        act: name,
        subject: number,
        ...(before && { before: { state: before } }),
        ...(after && { after }),
      })
    }
    return result
  })
  if (!done.ok) return done.error
  if (done.value.isNew) worker.wake('parcels')
  return (await loadDeskOrder(db, number, staff.role)) ?? NO_SUCH_ORDER
}

export function numberOf(context: AppContext): string {
  const number = context.req.param('number') ?? ''
  return isOrderNumber(number) ? number : ''
}
