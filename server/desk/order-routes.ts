import * as contract from '#contract/desk/orders.ts'
import { readToday } from '#contract/desk/today.ts'
import { isPermitted } from '#domain/permissions.ts'
import type { RefundRequestState } from '#domain/refund-request.ts'
import { storeClosedRefund } from '#server/refunds/closed-refunds.ts'
import { storeDirectRefund } from '#server/refunds/direct-refunds.ts'
import { requestRefund, type RefundResult } from '#server/refunds/refund-requests.ts'
import type { Db } from '#server/db/open.ts'
import { renderPackingSlip } from '#server/documents/packing-slip.ts'
import {
  cancelLines,
  cancelOrder,
  type CancellationInput,
  type CancelOutcome,
  type CancelResult,
  type LineCancellationInput,
} from '#server/fulfilment/cancel-order.ts'
import { approveRefundRequest, declineRefundRequest } from '#server/fulfilment/decide-refund.ts'
import { openBox } from '#server/fulfilment/boxes.ts'
import { handOverParcel, packParcel } from '#server/fulfilment/parcels.ts'
import { requestUnpack } from '#server/fulfilment/unpack.ts'
import { errorResponse, type App } from '#server/http.ts'
import type { Act } from './audit-log.ts'
import { mountDesk } from './mount.ts'
import { loadOpeningProgress, type OpeningDeps } from './opening-list.ts'
import { parcelActOf, parcelTaskAct, type ParcelCall } from './parcel-acts.ts'
import { actOnOrder, NO_SUCH_ORDER, numberOf, type CallInput, type OrderDeskDeps } from './order-acts.ts'
import { findOrders, loadDeskOrder, loadPackedParcel } from './orders.ts'
import { loadRefundApproval } from './refund-approval.ts'
import type { SignedInStaff } from './sessions.ts'
import { loadToday } from './today.ts'

const NOT_PACKED = errorResponse('not-found', 'This order is not packed yet.')

export function mountOrders(app: App, deps: OrderDeskDeps & OpeningDeps): void {
  const { db, now, siteUrl, sendsTestOrders } = deps
  const readerOf = ({ id, role, email }: SignedInStaff) => ({ id, role, email, now: now(), sendsTestOrders })

  mountDesk(app, deps, readToday, async ({ staff }) => {
    const [today, opening] = await Promise.all([
      loadToday(db, readerOf(staff)),
      isPermitted(staff.role, 'read-opening-list') ? loadOpeningProgress(db, deps) : null,
    ])
    return { ...today, opening }
  })

  mountDesk(app, deps, contract.searchOrders, ({ request, staff }) =>
    findOrders(db, request, readerOf(staff)),
  )

  mountDesk(
    app,
    deps,
    contract.readDeskOrder,
    async ({ staff, context }) => (await loadDeskOrder(db, numberOf(context), staff)) ?? NO_SUCH_ORDER,
  )

  mountDesk(app, deps, contract.readPackingSlip, async ({ context }) => {
    const packed = await loadPackedParcel(db, numberOf(context))
    return packed ? { pdf: (await renderPackingSlip(packed)).toString('base64') } : NOT_PACKED
  })

  mountDesk(app, deps, contract.packOrder, ({ request, ...rest }) =>
    actOnParcel(deps, rest, {
      act: 'packed',
      after: { weightMg: request.weightMg, seal: request.seal, pieces: request.pieces },
      run: (tx, number) => packParcel(tx, number, { ...request, at: now(), sendsTestOrders }),
    }),
  )
  mountDesk(app, deps, contract.bookParcel, (input) => actOnOrder(deps, input, parcelTaskAct('book', now())))
  mountDesk(app, deps, contract.makeParcelLabel, (input) =>
    actOnOrder(deps, input, parcelTaskAct('label', now())),
  )
  mountDesk(app, deps, contract.unpackParcel, (input) =>
    actOnParcel(deps, input, {
      act: 'requested unpacking',
      run: (tx, number) => requestUnpack(tx, number, { at: now() }),
    }),
  )
  mountDesk(app, deps, contract.confirmBoxOpened, (input) =>
    actOnParcel(deps, input, { act: 'opened box', run: openBox }),
  )
  mountDesk(app, deps, contract.handOver, (input) =>
    actOnParcel(deps, input, {
      act: 'handed over',
      run: (tx, number) => handOverParcel(tx, number, { at: now(), siteUrl }),
    }),
  )
}

/** Cancels orders and makes refunds. */
export function mountRefunds(app: App, deps: OrderDeskDeps): void {
  const decisionOf = ({ id }: { readonly id: string }, { staff }: CallInput) =>
    ({ id, by: staff.email, at: deps.now(), siteUrl: deps.siteUrl }) as const
  mountCancellation(app, deps)
  mountDesk(app, deps, contract.readRefundApproval, ({ staff, context }) =>
    loadRefundApproval(deps.db, {
      orderNumber: numberOf(context),
      staffId: staff.id,
      approvalAbove: deps.refundApprovalAbove,
    }),
  )
  mountDesk(app, deps, contract.refundOrder, ({ request, ...input }) =>
    actOnRefund(deps, input, (tx, number) =>
      requestRefund(tx, number, {
        ...request,
        by: input.staff.email,
        at: deps.now(),
        approvalAbove: deps.refundApprovalAbove,
      }),
    ),
  )
  mountDesk(app, deps, contract.recordDirectRefund, ({ request, ...input }) =>
    actOnOrder(deps, input, {
      run: (tx, number) =>
        storeDirectRefund(tx, number, {
          ...request,
          by: input.staff.email,
          at: deps.now(),
          siteUrl: deps.siteUrl,
          approvalAbove: deps.refundApprovalAbove,
        }),
      entry: ({ refund: { id, failedRefundId, amount, method, reference, paidOn } }) => ({
        act: 'recorded direct refund',
        after: { id, failedRefundId, amount, method, reference, paidOn },
      }),
    }),
  )
  mountDesk(app, deps, contract.closeRefund, ({ request, ...input }) =>
    actOnOrder(deps, input, {
      run: (tx, number) =>
        storeClosedRefund(tx, number, { ...request, by: input.staff.email, at: deps.now() }),
      entry: ({ closed: { id, refundId, amount, reason } }) => ({
        act: 'closed refund',
        after: { id, refundId, amount, reason },
      }),
    }),
  )
  mountDesk(app, deps, contract.approveRefund, ({ request, ...input }) =>
    actOnRefund(deps, input, (tx, orderNumber) =>
      approveRefundRequest(tx, { orderNumber, ...decisionOf(request, input) }),
    ),
  )
  mountDesk(app, deps, contract.declineRefund, ({ request, ...input }) =>
    actOnRefund(deps, input, (tx, orderNumber) =>
      declineRefundRequest(tx, { orderNumber, ...decisionOf(request, input) }),
    ),
  )
}

function mountCancellation(app: App, deps: OrderDeskDeps): void {
  mountDesk(app, deps, contract.cancelDeskOrder, ({ request, ...input }) =>
    actOnCancellation(deps, input, { ...request, run: cancelOrder }),
  )
  mountDesk(app, deps, contract.cancelDeskLines, ({ request: { reason, ...chosen }, ...input }) =>
    actOnCancellation(deps, input, {
      reason,
      chosen,
      run: (tx, number, cancellation) => cancelLines(tx, number, { ...cancellation, ...chosen }),
    }),
  )
}

interface CancellationCall {
  readonly reason: string
  /** Omitted for the whole order. */
  readonly chosen?: Pick<LineCancellationInput, 'id' | 'lines'>
  run(tx: Db, number: string, cancellation: CancellationInput): Promise<CancelResult>
}

function actOnCancellation(deps: OrderDeskDeps, call: CallInput, { reason, chosen, run }: CancellationCall) {
  const { now, siteUrl, refundApprovalAbove: approvalAbove } = deps
  const cancellation = { by: call.staff.email, reason, approvalAbove, at: now(), siteUrl }
  return actOnOrder(deps, call, {
    run: (tx, number) => run(tx, number, cancellation),
    entry: (outcome) => ({
      act: nameOfCancellation(outcome, chosen !== undefined),
      after: {
        amount: outcome.amount,
        reason,
        ...(chosen && { id: chosen.id, lines: chosen.lines.map((line) => ({ ...line })) }),
      },
    }),
  })
}

function nameOfCancellation({ needsApproval, isUnpacking }: CancelOutcome, isOfPieces: boolean): Act['act'] {
  if (needsApproval) return 'requested cancellation'
  if (isUnpacking) return 'began cancellation'
  return isOfPieces ? 'cancelled pieces' : 'cancelled order'
}

function actOnRefund(
  deps: OrderDeskDeps,
  call: CallInput,
  run: (tx: Db, number: string) => Promise<RefundResult>,
) {
  return actOnOrder(deps, call, {
    run,
    entry: ({ request }) => {
      const { id, amount, lines, extra, reason, state, decidedBy, cancels } = request
      const after = { id, amount, lines: lines.map((line) => ({ ...line })), extra, reason, cancels, state }
      return { act: nameOfRefundAct(state, decidedBy !== null), after }
    },
  })
}

function nameOfRefundAct(state: RefundRequestState, isDecided: boolean): Act['act'] {
  if (state === 'declined') return 'declined refund'
  return isDecided ? 'approved refund' : 'requested refund'
}

function actOnParcel(deps: OrderDeskDeps, call: CallInput, { act, after, run }: ParcelCall) {
  return actOnOrder(deps, call, parcelActOf({ act, after, run }))
}
