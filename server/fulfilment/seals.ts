/** Seals: each number closes one parcel. */
import { and, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { boxToOpen, parcel } from '#server/db/parcel-schema.ts'
import { errorResponse, type ErrorResponse } from '#server/http.ts'

interface Sealing {
  readonly orderNumber: string
  /** Empty without one. */
  readonly seal: string
}

/**
 * Null if no other parcel has the seal. If two packers enter the same seal, the later one waits until the earlier has
 * packed.
 */
export async function sealError(tx: Db, { orderNumber, seal }: Sealing): Promise<ErrorResponse | null> {
  if (seal === '') return null
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`seal ${seal.toUpperCase()}`}, 0))`)
  for (const table of [parcel, boxToOpen]) {
    const isOfAnother = and(
      sql`upper(${table.seal}) = ${seal.toUpperCase()}`,
      ne(table.orderNumber, orderNumber),
    )
    const [other] = await tx
      .select({ orderNumber: table.orderNumber })
      .from(table)
      .where(isOfAnother)
      .limit(1)
    if (other) {
      const text = `Seal ${seal} is on the parcel of order ${other.orderNumber}. Read the number again, or take another seal.`
      return errorResponse('conflict', text, { seal: text })
    }
  }
  return null
}
