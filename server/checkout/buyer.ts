/** The buyer, as tax law requires (D42). Not part of the checkout id: the last buyer that was confirmed counts. */
import { eq } from 'drizzle-orm'
import type { Paise } from '#domain/money.ts'
import type { Result } from '#domain/result.ts'
import type { ShippingAddress } from '#domain/shipping.ts'
import {
  needsPan,
  TAX_IDENTITY_TEXTS,
  taxIdentityErrors,
  taxIdentityOf,
  type TypedTaxIdentity,
} from '#domain/tax-identity.ts'
import type { Db } from '#server/db/open.ts'
import { order } from '#server/db/schema.ts'
import { errorResponse, type ErrorResponse } from '#server/http.ts'
import { businessColumns, type Buyer, type OrderRow } from '#server/orders/orders.ts'
import { deletePan, encryptPan, hasPan, storePan, type PanDeps } from '#server/orders/pans.ts'

export type BuyerDeps = PanDeps

const PAN_NEEDED = errorResponse('pan-needed', TAX_IDENTITY_TEXTS.panNeeded, {
  pan: TAX_IDENTITY_TEXTS.panNeeded,
})

interface OrderOfBuyer {
  readonly total: Paise
  readonly shipTo: ShippingAddress
  /** Its PAN, if it has one, is looked up when the buyer is recorded. */
  readonly existingOrder: OrderRow | null
}

export async function identifyBuyer(
  { pans }: BuyerDeps,
  typed: TypedTaxIdentity,
  { total, shipTo, existingOrder }: OrderOfBuyer,
): Promise<Result<Buyer, ErrorResponse>> {
  const mayHavePan = existingOrder !== null
  const errors = taxIdentityErrors(typed, { total, state: shipTo.state, hasPan: mayHavePan })
  const [message] = Object.values(errors)
  if (message === TAX_IDENTITY_TEXTS.panNeeded) return { ok: false, error: PAN_NEEDED }
  if (message !== undefined)
    return { ok: false, error: errorResponse('tax-identity-rejected', message, { ...errors }) }
  const { pan, business } = taxIdentityOf(typed, total)
  return { ok: true, value: { business, pan: pan === null ? null : await encryptPan(pans, pan) } }
}

/**
 * Needs the lock on the order, which must be unpaid. A retry may omit a PAN that the order already has: the browser
 * keeps it only while the page is open.
 */
export async function recordBuyer(
  tx: Db,
  { number, total }: Pick<OrderRow, 'number' | 'total'>,
  { business, pan }: Buyer,
): Promise<Result<null, ErrorResponse>> {
  if (needsPan(total) && !business && !pan && !(await hasPan(tx, number)))
    return { ok: false, error: PAN_NEEDED }
  await tx.update(order).set(businessColumns(business)).where(eq(order.number, number))
  if (pan) await storePan(tx, number, pan)
  // The GSTIN contains the PAN.
  else if (business) await deletePan(tx, number)
  return { ok: true, value: null }
}
