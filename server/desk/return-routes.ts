/** The calls of the desk about returns (contract/desk/returns.ts). */
import * as contract from '#contract/desk/returns.ts'
import type { Db } from '#server/db/open.ts'
import type { App } from '#server/http.ts'
import type { ReturnOutcome } from '#server/fulfilment/return-row.ts'
import { acceptReturnedPieces, moveReturn } from '#server/fulfilment/returns.ts'
import { requestPickup, requestPickupCancellation } from '#server/fulfilment/pickups.ts'
import { withAuditLog, type Act } from './audit-log.ts'
import { mountDesk } from './mount.ts'
import { loadDeskOrder } from './orders.ts'
import { NO_SUCH_ORDER, numberOf, type CallInput, type OrderDeskDeps } from './order-routes.ts'

export function mountReturns(app: App, deps: OrderDeskDeps): void {
  const { now, siteUrl, sendsTestOrders, refundApprovalAbove: approvalAbove } = deps
  const move = (
    tx: Db,
    number: string,
    change: Pick<Parameters<typeof moveReturn>[2], 'id' | 'to' | 'explanation'>,
  ) => moveReturn(tx, number, { ...change, source: 'desk', at: now(), siteUrl })

  mountDesk(app, deps, contract.approveReturn, ({ request, ...call }) =>
    act(deps, call, {
      act: 'approved return',
      run: (tx, number) => move(tx, number, { ...request, to: 'approved' }),
    }),
  )
  mountDesk(app, deps, contract.declineReturn, ({ request, ...call }) =>
    act(deps, call, {
      act: 'declined return',
      run: (tx, number) => move(tx, number, { ...request, to: 'declined' }),
    }),
  )
  mountDesk(app, deps, contract.receiveReturn, ({ request, ...call }) =>
    act(deps, call, {
      act: 'received return',
      run: (tx, number) => move(tx, number, { ...request, to: 'received' }),
    }),
  )
  mountDesk(app, deps, contract.bookReturnPickup, ({ request, ...call }) =>
    act(deps, call, {
      act: 'ordered pickup',
      run: (tx, number) => requestPickup(tx, number, { ...request, at: now(), sendsTestOrders }),
    }),
  )
  mountDesk(app, deps, contract.cancelReturnPickup, ({ request, ...call }) =>
    act(deps, call, {
      act: 'cancelled pickup',
      run: (tx, number) => requestPickupCancellation(tx, number, { ...request, at: now() }),
    }),
  )
  mountDesk(app, deps, contract.rejectReturn, ({ request, ...call }) =>
    act(deps, call, {
      act: 'rejected return',
      run: (tx, number) => move(tx, number, { ...request, to: 'rejected' }),
    }),
  )
  mountDesk(app, deps, contract.acceptReturn, ({ request, ...call }) =>
    act(deps, call, {
      act: 'accepted return',
      restocks: request.restocks,
      run: (tx, number) =>
        acceptReturnedPieces(tx, number, {
          ...request,
          by: call.staff.email,
          approvalAbove,
          at: now(),
          siteUrl,
        }),
    }),
  )
}

interface ReturnCall extends Pick<Act, 'act'> {
  readonly restocks?: boolean
  run(tx: Db, number: string): Promise<ReturnOutcome>
}

/** A repeated act changes nothing, is not recorded again, and returns the order as it is. */
async function act(
  { db, now, worker }: OrderDeskDeps,
  { staff, actor, context }: CallInput,
  { act: name, restocks, run }: ReturnCall,
) {
  const number = numberOf(context)
  if (!(await loadDeskOrder(db, number, staff.role))) return NO_SUCH_ORDER
  const done = await withAuditLog(db, { actor, now: now() }, async (tx, record) => {
    const result = await run(tx, number)
    if (result.ok && result.value.isNew) {
      const { id, lines, explanation, codes } = result.value.row
      const after = {
        id,
        lines: lines.map((line) => ({ ...line })),
        ...(explanation && { explanation }),
        ...(restocks !== undefined && { codes, restocks }),
      }
      await record({ act: name, subject: number, after })
    }
    return result
  })
  if (!done.ok) return done.error
  worker.wake('requested refunds')
  worker.wake('return pickups')
  return (await loadDeskOrder(db, number, staff.role)) ?? NO_SUCH_ORDER
}
