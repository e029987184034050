/** Acts on one or several parcels (contract/desk/parcels.ts). */
import { and, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm'
import * as contract from '#contract/desk/parcels.ts'
import { isOrderNumber } from '#domain/order.ts'
import { parcel } from '#server/db/parcel-schema.ts'
import type { Db } from '#server/db/open.ts'
import { requestParcelTask, type ParcelOutcome } from '#server/fulfilment/parcels.ts'
import { errorResponse, type App } from '#server/http.ts'
import type { Act } from './audit-log.ts'
import { mountDesk } from './mount.ts'
import { actOnOne, NO_SUCH_ORDER, type AuditedAct, type OrderDeskDeps } from './order-acts.ts'

export interface ParcelCall extends Pick<Act, 'act' | 'after'> {
  run(tx: Db, number: string): Promise<ParcelOutcome>
}

type ParcelAct = AuditedAct<Extract<ParcelOutcome, { ok: true }>['value']>

export function parcelActOf({ act, after, run }: ParcelCall): ParcelAct {
  return {
    run,
    entry: ({ before }) => ({
      act,
      ...(before && { before: { state: before } }),
      ...(after && { after }),
    }),
  }
}

const ACT_OF = { book: 'requested booking', label: 'requested label' } as const

export function parcelTaskAct(task: keyof typeof ACT_OF, at: Date): ParcelAct {
  return parcelActOf({
    act: ACT_OF[task],
    run: (tx, number) => requestParcelTask(tx, number, { task, at }),
  })
}

const NO_LABELS = errorResponse('conflict', 'None of these parcels has a label, or all of them have left.')
const LABELS_UNCERTAIN = errorResponse(
  'labels-uncertain',
  'The courier does not say which of these parcels are in its file. Please print each label on the page of its order.',
)
const COURIER_UNREACHABLE = errorResponse(
  'provider-unavailable',
  'The courier does not respond. Please try again.',
)

export function mountParcels(app: App, deps: OrderDeskDeps): void {
  const { db, now, parcelCourier } = deps

  // One transaction each: a rejected parcel does not stop the others.
  mountDesk(app, deps, contract.requestParcelTasks, async ({ request: { task, numbers }, actor }) => {
    const rejected: { number: string; reason: string }[] = []
    for (const number of new Set(numbers)) {
      const error = isOrderNumber(number)
        ? await actOnOne(deps, actor, { ...parcelTaskAct(task, now()), number })
        : NO_SUCH_ORDER
      if (error) rejected.push({ number, reason: error.message })
    }
    return { rejected }
  })

  mountDesk(app, deps, contract.printParcelLabels, async ({ request: { numbers } }) => {
    const labelled = await loadLabelled(db, numbers)
    if (labelled.length === 0) return NO_LABELS
    const printed = await parcelCourier.printLabels(labelled)
    if (!printed.ok)
      return printed.error.kind === 'rejected'
        ? errorResponse('conflict', `The courier did not print them: ${printed.error.detail}`)
        : COURIER_UNREACHABLE
    if (!printed.value) return LABELS_UNCERTAIN
    const { labelUrl, manifestUrl, printed: shipmentIds } = printed.value
    const isPrinted = (number: string) =>
      labelled.some(
        ({ orderNumber, shipmentId }) => orderNumber === number && shipmentIds.includes(shipmentId),
      )
    return { labelUrl, manifestUrl, leftOut: numbers.filter((number) => !isPrinted(number)) }
  })
}

/** Excludes parcels that have left, or whose box is to be opened. */
async function loadLabelled(db: Db, numbers: readonly string[]) {
  const rows = await db
    .select({
      orderNumber: parcel.orderNumber,
      courierOrderId: parcel.courierOrderId,
      shipmentId: parcel.shipmentId,
      awb: parcel.awb,
    })
    .from(parcel)
    .where(
      and(
        inArray(parcel.orderNumber, [...numbers]),
        isNotNull(parcel.labelUrl),
        eq(parcel.state, 'labelled'),
        or(isNull(parcel.task), ne(parcel.task, 'unpack')),
      ),
    )
  return rows.flatMap(({ orderNumber, courierOrderId, shipmentId, awb }) =>
    courierOrderId !== null && shipmentId !== null && awb !== null
      ? [{ orderNumber, courierOrderId, shipmentId, awb }]
      : [],
  )
}
