/** Test fixtures: paid orders with the sandbox, and staff at the desk. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Returns } from '#contract/returns.ts'
import type { Role } from '#domain/permissions.ts'
import { addMs, DAY_MS } from '#domain/time.ts'
import type { User } from '#server/http.ts'
import { createActions, payForRings, type CheckoutFixture, type PaidOrder } from '#server/checkout/testing.ts'
import { parcel } from '#server/db/parcel-schema.ts'
import { runDueParcelTasks, trackDueParcels } from './parcel-jobs.ts'
import type { ParcelCourier } from '#server/shipping/courier.ts'
import { handOverParcel, packParcel, requestParcelTask, type Packing, type ParcelOutcome } from './parcels.ts'
import { trackSoon } from './tracking.ts'

const PACKING = { weightMg: 180_000, seal: '' }

export function createParcelActions(fixture: CheckoutFixture) {
  const { payAtGateway } = createActions(fixture)
  const deps = () => fixture.server.deps
  let codes = 0

  /** A HUID that no other parcel has. */
  const nextHuid = () => `AB${String((codes += 1)).padStart(4, '0')}`

  async function placePaidOrder(who: User = fixture.asha): Promise<string> {
    const { number, verification } = await payAtGateway(who)
    const { status } = await fixture.server.request(who, 'POST', '/api/verify-payment', verification)
    if (status !== 200) throw new Error(`The order is not paid: ${status}`)
    return number
  }

  const inTransaction = (work: (tx: Parameters<typeof packParcel>[0]) => Promise<ParcelOutcome>) =>
    fixture.db.transaction(work)
  const now = () => deps().now()

  const actions = {
    nextHuid,
    placePaidOrder,
    pack: (number: string, own: Partial<Packing> & { readonly sendsTestOrders?: boolean } = {}) => {
      const pieces = [{ position: 0, codes: [nextHuid()] }]
      return inTransaction((tx) =>
        packParcel(tx, number, { ...PACKING, pieces, sendsTestOrders: true, ...own, at: now() }),
      )
    },
    request: (number: string, task: 'book' | 'label') =>
      inTransaction((tx) => requestParcelTask(tx, number, { task, at: now() })),
    handOver: (number: string) =>
      inTransaction((tx) => handOverParcel(tx, number, { at: now(), siteUrl: deps().siteUrl })),
    runTasks: async () => {
      while ((await runDueParcelTasks(deps())) > 0);
    },
    track: async () => {
      while ((await trackDueParcels(deps())) > 0);
    },
    /** Advances a parcel at the sandbox by one step. */
    async advance(number: string): Promise<string | null> {
      const response = await fetch(`${fixture.sandbox.url}/shiprocket/sandbox/advance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order_id: number }),
      })
      // The sandbox responds with the label of the step.
      return ((await response.json()) as { status: string | null }).status
    },
    async packAndBook(number: string) {
      await actions.pack(number)
      await actions.request(number, 'book')
      await actions.runTasks()
    },
    async packBookAndLabel(number: string) {
      await actions.packAndBook(number)
      await actions.request(number, 'label')
      await actions.runTasks()
    },
  }
  return actions
}

export interface DeliveredOrder extends PaidOrder {
  /** For its rings. */
  readonly codes: readonly string[]
}

interface ReturnActionDeps {
  readonly parcels: ReturnType<typeof createParcelActions>
  /** By staff at the desk. */
  sendAbout(role: Role, method: string, path: string, body?: unknown): Promise<{ readonly status: number }>
}

/** Delivered orders, and their returns. */
export function createReturnActions<Deps extends ReturnActionDeps>(
  fixture: CheckoutFixture,
  { parcels: { pack, request, runTasks, nextHuid }, sendAbout }: Deps,
) {
  const actions = {
    deliver: async (number: string, pieces: Packing['pieces'], daysAgo = 3): Promise<void> => {
      await pack(number, { pieces })
      await request(number, 'book')
      await runTasks()
      const deliveredAt = addMs(fixture.server.deps.now(), -daysAgo * DAY_MS)
      await fixture.db
        .update(parcel)
        .set({ state: 'delivered', deliveredAt, dispatchedAt: deliveredAt, nextTrackAt: null })
        .where(eq(parcel.orderNumber, number))
    },
    /** An order of two rings, delivered some days ago. */
    async deliveredOrder(daysAgo = 3): Promise<DeliveredOrder> {
      const paid = await payForRings(fixture, 2)
      const codes = [nextHuid(), nextHuid()]
      await actions.deliver(paid.number, [{ position: 0, codes }], daysAgo)
      return { ...paid, codes }
    },
    requestReturn: ({ customer, number }: PaidOrder, own: Readonly<Record<string, unknown>> = {}) =>
      fixture.server.request(customer, 'POST', `/api/orders/${number}/returns`, {
        id: randomUUID(),
        lines: [{ position: 0, quantity: 1 }],
        reason: 'wrong size',
        note: 'Too small',
        resolution: 'refund',
        ...own,
      }),
    decide: (role: Role, number: string, path: string, body: unknown) =>
      sendAbout(role, 'POST', `${number}/returns/${path}`, body) as ReturnType<Deps['sendAbout']>,
    /** A return whose pieces have arrived; of one ring by default. */
    async receivedReturn(order: PaidOrder, line = { position: 0, quantity: 1 }): Promise<string> {
      const { number } = order
      const id = randomUUID()
      await actions.requestReturn(order, { id, lines: [line] })
      await actions.decide('support', number, 'approve', { id })
      const { status } = await actions.decide('packer', number, 'receive', { id })
      if (status !== 200) throw new Error(`Not received: ${status}`)
      return id
    },
    /** The returns as their customer sees them. */
    shownReturns: async ({ customer, number }: PaidOrder): Promise<Returns['returns']> =>
      (await fixture.server.request(customer, 'GET', `/api/orders/${number}/returns`)).json.returns,
  }
  return actions
}

/** A courier whose webhook arrives during the call. */
export function reportingMeanwhile({ server: { deps }, db }: CheckoutFixture): ParcelCourier {
  const { parcelCourier, now } = deps
  return {
    ...parcelCourier,
    track: async (awb) => {
      const response = await parcelCourier.track(awb)
      await trackSoon(db, awb, now())
      return response
    },
  }
}

export function silentCourier({ server: { deps } }: CheckoutFixture): ParcelCourier {
  const error = { kind: 'unknown', detail: 'no response' } as const
  return { ...deps.parcelCourier, track: () => Promise.resolve({ ok: false, error }) }
}
