/** What the owner enters of the shop at the desk, for its documents: street address, GSTIN, and that the taxes are right. */
import { isGstin, STATE_CODES } from './gstin.ts'
import { PICKUP_PINCODE, SHOP } from './shop.ts'
import type { IndianState } from './pincode.ts'

export interface ShopParticulars {
  /** Building, street and quarter. */
  readonly street: string
  readonly gstin: string | null
  /** By the accountant: HSN codes and rates of tax.ts. */
  readonly areTaxesConfirmed: boolean
}

export interface Seller {
  readonly name: string
  readonly address: string
  readonly state: IndianState
  readonly gstin: string | null
}

const STATE: IndianState = SHOP.state

/** As documents name the shop; null before its particulars are entered. */
export function sellerOf(particulars: ShopParticulars | null): Seller {
  const { street, gstin } = particulars ?? { street: '', gstin: null }
  const city = `${SHOP.city} ${PICKUP_PINCODE}`
  return { name: SHOP.name, address: street === '' ? city : `${street}, ${city}`, state: STATE, gstin }
}

/** As a customer writes it on a parcel that goes back, a line each. */
export function returnLabel({ name, address }: Seller, orderNumber: string): string {
  return [name, `Returns, order ${orderNumber}`, address, 'India', SHOP.phone].join('\n')
}

/** Whether documents of real orders may be issued. */
export function issuesTaxDocuments(particulars: ShopParticulars | null): boolean {
  return particulars !== null && particulars.areTaxesConfirmed && particulars.gstin !== null
}

const STREET_LENGTH_MIN = 8
export const STREET_LENGTH_MAX = 160

export type ParticularsErrors = Partial<Record<'street' | 'gstin' | 'areTaxesConfirmed', string>>

/** What is wrong beside which field; empty if nothing is. */
export function particularsErrors({ street, gstin, areTaxesConfirmed }: ShopParticulars): ParticularsErrors {
  return {
    ...(street.length < STREET_LENGTH_MIN && {
      street: 'Enter building, street and quarter, as on the registration of the shop.',
    }),
    ...(gstin !== null && gstinError(gstin)),
    ...(areTaxesConfirmed &&
      gstin === null && { gstin: 'Enter the GSTIN: without it no tax invoice can be issued.' }),
  }
}

function gstinError(gstin: string): ParticularsErrors {
  if (!isGstin(gstin)) return { gstin: 'Check the GSTIN: it has 15 characters, and one of them is wrong.' }
  return gstin.startsWith(STATE_CODES[STATE])
    ? {}
    : { gstin: `The GSTIN of a shop in ${STATE} begins with ${STATE_CODES[STATE]}.` }
}
