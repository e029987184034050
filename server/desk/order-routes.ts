/** The calls of the desk about orders and parcels (contract/desk/orders.ts). */
import * as contract from '#contract/desk/orders.ts'
import { isOrderNumber } from '#domain/order.ts'
import type { Db } from '#server/db/open.ts'
import { handOverParcel, packParcel, requestTask, type ParcelOutcome } from '#server/fulfilment/parcels.ts'
import { errorResponse, type App, type AppContext } from '#server/http.ts'
import { withAuditLog, type Act, type Actor } from './audit-log.ts'
import { mountDesk, type DeskDeps } from './mount.ts'
import { findOrders, loadDeskOrder, loadToday } from './orders.ts'
import type { SignedInStaff } from './sessions.ts'

export interface OrderDeskDeps extends DeskDeps {
  readonly worker: { wake(job: 'parcels'): void }
  /** The sandbox is the courier: it carries test orders, which a real one never gets. */
  readonly sendsTestOrders: boolean
}

const NO_SUCH_ORDER = errorResponse('not-found', 'There is no such order.')

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
      run: (tx, number) => requestTask(tx, number, { task: 'book', at: now() }),
    }),
  )
  mountDesk(app, deps, contract.makeParcelLabel, (input) =>
    act(deps, input, {
      act: 'made label',
      run: (tx, number) => requestTask(tx, number, { task: 'label', at: now() }),
    }),
  )
  mountDesk(app, deps, contract.handOver, (input) =>
    act(deps, input, {
      act: 'handed over',
      run: (tx, number) => handOverParcel(tx, number, { at: now(), siteUrl }),
    }),
  )
}

interface ParcelCall extends Pick<Act, 'act' | 'after'> {
  run(tx: Db, number: string): Promise<ParcelOutcome>
}

interface CallInput {
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

function numberOf(context: AppContext): string {
  const number = context.req.param('number') ?? ''
  return isOrderNumber(number) ? number : ''
}
