import * as contract from '#contract/desk/returns.ts'
import type { Db } from '#server/db/open.ts'
import type { App } from '#server/http.ts'
import type { ReturnOutcome } from '#server/fulfilment/return-row.ts'
import { acceptReturnedPieces, moveReturn } from '#server/fulfilment/returns.ts'
import { requestPickup, requestPickupCancellation } from '#server/fulfilment/pickups.ts'
import type { Act } from './audit-log.ts'
import { mountDesk } from './mount.ts'
import { actOnOrder, type CallInput, type OrderDeskDeps } from './order-acts.ts'

export function mountReturns(app: App, deps: OrderDeskDeps): void {
  const { now, siteUrl, sendsTestOrders, refundApprovalAbove: approvalAbove } = deps
  const move = (
    tx: Db,
    number: string,
    change: Pick<Parameters<typeof moveReturn>[2], 'id' | 'to' | 'explanation'>,
  ) => moveReturn(tx, number, { ...change, source: 'desk', at: now(), siteUrl })

  mountDesk(app, deps, contract.approveReturn, ({ request, ...call }) =>
    actOnReturn(deps, call, {
      act: 'approved return',
      run: (tx, number) => move(tx, number, { ...request, to: 'approved' }),
    }),
  )
  mountDesk(app, deps, contract.declineReturn, ({ request, ...call }) =>
    actOnReturn(deps, call, {
      act: 'declined return',
      run: (tx, number) => move(tx, number, { ...request, to: 'declined' }),
    }),
  )
  mountDesk(app, deps, contract.receiveReturn, ({ request, ...call }) =>
    actOnReturn(deps, call, {
      act: 'received return',
      run: (tx, number) => move(tx, number, { ...request, to: 'received' }),
    }),
  )
  mountDesk(app, deps, contract.bookReturnPickup, ({ request, ...call }) =>
    actOnReturn(deps, call, {
      act: 'requested pickup',
      run: (tx, number) => requestPickup(tx, number, { ...request, at: now(), sendsTestOrders }),
    }),
  )
  mountDesk(app, deps, contract.cancelReturnPickup, ({ request, ...call }) =>
    actOnReturn(deps, call, {
      act: 'requested pickup cancellation',
      run: (tx, number) => requestPickupCancellation(tx, number, { ...request, at: now() }),
    }),
  )
  mountDesk(app, deps, contract.rejectReturn, ({ request, ...call }) =>
    actOnReturn(deps, call, {
      act: 'rejected return',
      run: (tx, number) => move(tx, number, { ...request, to: 'rejected' }),
    }),
  )
  mountDesk(app, deps, contract.acceptReturn, ({ request, ...call }) =>
    actOnReturn(deps, call, {
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

function actOnReturn(deps: OrderDeskDeps, call: CallInput, { act, restocks, run }: ReturnCall) {
  return actOnOrder(deps, call, {
    run,
    entry: ({ row: { id, lines, explanation, codes } }) => ({
      act,
      after: {
        id,
        lines: lines.map((line) => ({ ...line })),
        ...(explanation && { explanation }),
        ...(restocks !== undefined && { codes, restocks }),
      },
    }),
  })
}
