/** Test fixtures: paid orders of a shop with its sandbox, and staff at its desk. */
import type { User } from '#server/http.ts'
import { createActions, type CheckoutFixture } from '#server/checkout/testing.ts'
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
    /** Lets the sandbox take a parcel one step further. */
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
