/** One file with the labels of several parcels; Shiprocket reports which of them have a label. */
import * as z from 'zod/mini'
import type { BookedParcel, PrintedLabels } from './courier.ts'
import { Id, Manifest, parse, ShiprocketRejected, WebUrl } from './shiprocket-calls.ts'
import type { ShiprocketClient } from './shiprocket-client.ts'

const Labels = z.object({
  label_created: z.optional(z.nullable(z.coerce.number())),
  label_url: WebUrl,
  not_created: z.optional(z.unknown()),
})
/** Its form is unverified (SHR-4): ids of shipments or AWBs, or objects with one of them. */
const OptionalId = z.optional(z.nullable(Id))
const NotCreated = z.array(
  z.union([
    z.pipe(
      Id,
      z.transform((id: string) => [id]),
    ),
    z.pipe(
      z.object({
        shipment_id: OptionalId,
        id: OptionalId,
        awb: OptionalId,
        awb_code: OptionalId,
        awb_number: OptionalId,
      }),
      z.transform((ids) => Object.values(ids).filter((id) => typeof id === 'string')),
    ),
  ]),
)

export type ParcelToPrint = Pick<BookedParcel, 'courierOrderId' | 'shipmentId' | 'awb'>

/** Null if the response does not say for certain which of the parcels have a label. */
export async function printLabels(
  client: ShiprocketClient,
  parcels: readonly ParcelToPrint[],
): Promise<PrintedLabels | null> {
  const shipmentIds = parcels.map(({ shipmentId }) => Number(shipmentId))
  const labels = parse(Labels, await client.write('/courier/generate/label', { shipment_id: shipmentIds }))
  const printed = labels.label_created === 1 ? printedOf(parcels, labels.not_created) : null
  if (!printed) return null
  if (printed.length === 0) throw new ShiprocketRejected('There is a label for none of them.')
  const orderIds = printed.map(({ courierOrderId }) => Number(courierOrderId))
  const manifest = await client.write('/manifests/print', { order_ids: orderIds })
  return {
    labelUrl: labels.label_url,
    manifestUrl: parse(Manifest, manifest).manifest_url,
    printed: printed.map(({ shipmentId }) => shipmentId),
  }
}

function printedOf(parcels: readonly ParcelToPrint[], notCreated: unknown): readonly ParcelToPrint[] | null {
  // The file of a single parcel needs no list.
  if (notCreated === undefined && parcels.length === 1) return parcels
  const parsed = NotCreated.safeParse(notCreated)
  if (!parsed.success) return null
  const leftOut = new Set(parsed.data.map((ids) => parcels.find((each) => ids.some((id) => isOf(each, id)))))
  return leftOut.has(undefined) ? null : parcels.filter((each) => !leftOut.has(each))
}

function isOf({ shipmentId, awb }: ParcelToPrint, id: string): boolean {
  const text = id.trim().toUpperCase()
  return text === shipmentId || text === awb.toUpperCase()
}
