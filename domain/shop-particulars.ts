/**
 * The shop's particulars, which the owner enters at the desk: name and contact for documents and e-mails, and the
 * confirmation of the taxes.
 */
import { isGstin, STATE_CODES } from './gstin.ts'
import { isKnownDistrict, likelyStateOf, type IndianState } from './pincode.ts'
import { PICKUP_PINCODE, SHOP } from './shop.ts'

export interface ShopParticulars {
  /** The registered name, which may differ from the name above the door. */
  readonly legalName: string
  /** Building, street and quarter. */
  readonly street: string
  readonly city: string
  /** Of the registered address. Couriers collect parcels at PICKUP_PINCODE. */
  readonly pincode: string
  readonly phone: string
  readonly email: string
  readonly gstin: string | null
  /** The accountant's confirmation of HSN codes and rates of tax.ts. */
  readonly areTaxesConfirmed: boolean
}

/** Before anything is entered. */
export const INITIAL_PARTICULARS: ShopParticulars = {
  legalName: SHOP.name,
  street: '',
  city: SHOP.city,
  pincode: PICKUP_PINCODE,
  phone: SHOP.phone,
  email: SHOP.email,
  gstin: null,
  areTaxesConfirmed: false,
}

export interface Seller {
  readonly name: string
  readonly address: string
  readonly state: IndianState
  readonly gstin: string | null
}

/** The place of supply and the GSTIN depend on it: a shop in another state changes the source (`SHOP.state`). */
const STATE: IndianState = SHOP.state

/** The shop on tax documents; null before its particulars are entered. */
export function sellerOf(particulars: ShopParticulars | null): Seller {
  const { legalName, gstin } = particulars ?? INITIAL_PARTICULARS
  return { name: legalName, address: addressOf(particulars), state: STATE, gstin }
}

function addressOf(particulars: ShopParticulars | null): string {
  const { street, city, pincode } = particulars ?? INITIAL_PARTICULARS
  const place = `${city} ${pincode}`
  return street === '' ? place : `${street}, ${place}`
}

/** At the foot of an e-mail. */
export type ShopContact = Pick<ShopParticulars, 'city' | 'phone' | 'email'>

export function contactOf(particulars: ShopParticulars | null): ShopContact {
  const { city, phone, email } = particulars ?? INITIAL_PARTICULARS
  return { city, phone, email }
}

/** The address label for a returned parcel, one line each. */
export function returnLabel(particulars: ShopParticulars | null, orderNumber: string): string {
  const { phone } = contactOf(particulars)
  return [SHOP.name, `Returns, order ${orderNumber}`, addressOf(particulars), 'India', phone].join('\n')
}

/** Whether documents of real orders may be issued. */
export function issuesTaxDocuments(particulars: ShopParticulars | null): boolean {
  return particulars !== null && particulars.areTaxesConfirmed && particulars.gstin !== null
}

const STREET_LENGTH_MIN = 8
export const STREET_LENGTH_MAX = 160
export const LEGAL_NAME_LENGTH_MAX = 100
export const CITY_LENGTH_MAX = 40

/** Ten digits, optionally with the country’s code or a leading zero, or a toll-free number. */
const INDIAN_PHONE = /^(?:(?:\+91|0)?[1-9]\d{9}|1800\d{6,7})$/

export type ParticularsErrors = Partial<Record<keyof ShopParticulars, string>>

/** The errors by field; empty if there are none. */
export function particularsErrors(particulars: ShopParticulars): ParticularsErrors {
  const { legalName, street, city, phone, pincode, gstin, areTaxesConfirmed } = particulars
  const pincodeError = pincodeErrorOf(pincode)
  return {
    ...(legalName.length < 2 && { legalName: 'Enter the name of the registration.' }),
    ...(street.length < STREET_LENGTH_MIN && {
      street: 'Enter building, street and quarter, as on the registration of the shop.',
    }),
    ...(city.length < 2 && { city: 'Enter the city.' }),
    ...(pincodeError && { pincode: pincodeError }),
    ...(!INDIAN_PHONE.test(phone.replaceAll(/[\s()-]/g, '')) && {
      phone: 'Enter an Indian number with its area code: ten digits, with or without +91.',
    }),
    ...(gstin !== null && gstinError(gstin)),
    ...(areTaxesConfirmed &&
      gstin === null && { gstin: 'Enter the GSTIN: without it no tax invoice can be issued.' }),
  }
}

function pincodeErrorOf(pincode: string): string | null {
  if (!isKnownDistrict(pincode)) return 'Check the pincode: it has six digits, and the first is not 0.'
  const state = likelyStateOf(pincode)
  return state === null || state === STATE
    ? null
    : `${pincode} lies in ${state}. The shop is registered in ${STATE}, on which its GST depends.`
}

function gstinError(gstin: string): ParticularsErrors {
  if (!isGstin(gstin)) return { gstin: 'Check the GSTIN: it has 15 characters, and one of them is wrong.' }
  return gstin.startsWith(STATE_CODES[STATE])
    ? {}
    : { gstin: `The GSTIN of a shop in ${STATE} begins with ${STATE_CODES[STATE]}.` }
}
