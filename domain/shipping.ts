/** Where a parcel goes, what it weighs, and what is missing on its label. */
import type { Product } from './product.ts'
import { MIN_SHIPMENT_WEIGHT_MG, PHONE_LENGTH_MIN, PINCODE_LENGTH } from './shop.ts'
import type { Paise } from './money.ts'

export interface ShippingAddress {
  readonly name: string
  readonly address: string
  readonly city: string
  readonly state: string
  readonly pincode: string
  readonly phone: string
  readonly email: string
}

/** As many as a person keeps: home, work, and those who are given presents. */
export const SAVED_ADDRESSES_MAX = 10

/** A courier's offer for one parcel. */
export interface ShippingRate {
  readonly courierId: number
  readonly courierName: string
  readonly estimatedDays: number
  readonly rate: Paise
}

/** The parcel of an order, never lighter than the couriers' first slab (D29). */
export function shipmentWeightMg(
  lines: readonly { readonly product: Pick<Product, 'weightMg'>; readonly quantity: number }[],
): number {
  const weightMg = lines.reduce((total, { product, quantity }) => total + product.weightMg * quantity, 0)
  return Math.max(weightMg, MIN_SHIPMENT_WEIGHT_MG)
}

const MG_PER_KG = 1_000_000

/** Couriers count in kilograms. */
export function inKilograms(weightMg: number): number {
  return weightMg / MG_PER_KG
}

/** An Indian pincode never begins with 0 (PIN-1). */
export function isPincode(text: string): boolean {
  return /^[1-9]\d{5}$/.test(text)
}

export type CheckoutField = 'name' | 'address' | 'city' | 'state' | 'pincode' | 'phone' | 'courier'

/** `5.checkout.gaps`; in the order in which the joined message names them. */
export const CHECKOUT_MESSAGES: Record<CheckoutField, string> = {
  name: 'Name is required',
  address: 'Address is required',
  city: 'City is required',
  state: 'State is required',
  pincode: 'Pincode is required',
  phone: 'Phone number is required',
  courier: 'Please select a shipping method',
}

/** What keeps Proceed to Payment disabled, in the order of the messages. */
export function missingCheckoutFields(
  address: ShippingAddress,
  courierId: number | null,
): readonly CheckoutField[] {
  return courierId === null ? [...missingAddressFields(address), 'courier'] : missingAddressFields(address)
}

export type AddressField = Exclude<CheckoutField, 'courier'>

export function missingAddressFields(address: ShippingAddress): readonly AddressField[] {
  const isBlank = (text: string) => text.trim() === ''
  const gaps: [AddressField, boolean][] = [
    ['name', isBlank(address.name)],
    ['address', isBlank(address.address)],
    ['city', isBlank(address.city)],
    ['state', isBlank(address.state)],
    ['pincode', address.pincode.length !== PINCODE_LENGTH],
    ['phone', address.phone.trim().length < PHONE_LENGTH_MIN],
  ]
  return gaps.filter(([, isMissing]) => isMissing).map(([field]) => field)
}
