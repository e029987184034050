/** The parcels of orders as their customers see them: from the moment when the courier has one. */
import { and, inArray, isNotNull } from 'drizzle-orm'
import type { AccountOrder } from '#contract/account.ts'
import type { Db } from '#server/db/open.ts'
import { parcel } from '#server/db/parcel-schema.ts'
import type { OrderRow } from './orders.ts'

export async function loadDispatchedParcels(
  db: Db,
  rows: readonly OrderRow[],
): Promise<(row: OrderRow) => Pick<AccountOrder, 'parcel'>> {
  const numbers = rows.map(({ number }) => number)
  const parcels =
    numbers.length === 0
      ? []
      : await db
          .select()
          .from(parcel)
          .where(and(inArray(parcel.orderNumber, numbers), isNotNull(parcel.dispatchedAt)))
  const byNumber = new Map(parcels.map((each) => [each.orderNumber, each]))
  return ({ number, courierName }) => {
    const row = byNumber.get(number)
    if (!row?.dispatchedAt) return { parcel: null }
    return {
      parcel: {
        state: row.state,
        courierName: row.courierName ?? courierName,
        awb: row.awb,
        trackingUrl: row.trackingUrl,
        expectedAt: row.expectedAt?.toISOString() ?? null,
        dispatchedAt: row.dispatchedAt.toISOString(),
        deliveredAt: row.deliveredAt?.toISOString() ?? null,
      },
    }
  }
}
