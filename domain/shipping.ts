/** Address and weight of a parcel, and the missing fields before checkout. */
import type { Product } from './product.ts'
import { EMAIL_LENGTH_MAX, NAME_LENGTH_MAX, PHONE_LENGTH_MIN, PINCODE_LENGTH } from './limits.ts'
import { MIN_SHIPMENT_WEIGHT_MG } from './shop.ts'
import type { Paise } from './money.ts'

/** The fields of an address, with their maximum lengths. */
export const ADDRESS_LENGTH_MAX = {
  name: NAME_LENGTH_MAX,
  address: 300,
  city: 80,
  state: 80,
  pincode: PINCODE_LENGTH,
  phone: 20,
  email: EMAIL_LENGTH_MAX,
} as const

export type ShippingAddress = Readonly<Record<keyof typeof ADDRESS_LENGTH_MAX, string>>

export const SAVED_ADDRESSES_MAX = 10

export interface ShippingRate {
  readonly courierId: number
  readonly courierName: string
  readonly estimatedDays: number
  readonly rate: Paise
}

/** At least the couriers' first slab (D29). */
export function shipmentWeightMg(
  lines: readonly { readonly product: Pick<Product, 'weightMg'>; readonly quantity: number }[],
): number {
  const weightMg = lines.reduce((total, { product, quantity }) => total + product.weightMg * quantity, 0)
  return Math.max(weightMg, MIN_SHIPMENT_WEIGHT_MG)
}

const MG_PER_KG = 1_000_000

export function inKilograms(weightMg: number): number {
  return weightMg / MG_PER_KG
}

/** An Indian pincode never begins with 0 (PIN-1). */
export const PINCODE = /^[1-9]\d{5}$/

export function isPincode(text: string): boolean {
  return PINCODE.test(text)
}

export type CheckoutField = 'name' | 'address' | 'city' | 'state' | 'pincode' | 'phone' | 'courier'

/** `5.checkout.gaps`, in the order of the joined message. */
export const CHECKOUT_MESSAGES: Record<CheckoutField, string> = {
  name: 'Name is required',
  address: 'Address is required',
  city: 'City is required',
  state: 'State is required',
  pincode: 'Pincode is required',
  phone: 'Phone number is required',
  courier: 'Please select a shipping method',
}

/** In the order of the messages. */
export function missingCheckoutFields(
  address: ShippingAddress,
  courierId: number | null,
): readonly CheckoutField[] {
  return courierId === null ? [...missingAddressFields(address), 'courier'] : missingAddressFields(address)
}

export type AddressField = Exclude<CheckoutField, 'courier'>

export function missingAddressFields(address: ShippingAddress): readonly AddressField[] {
  const isBlank = (text: string) => text.trim() === ''
  const fields: [AddressField, boolean][] = [
    ['name', isBlank(address.name)],
    ['address', isBlank(address.address)],
    ['city', isBlank(address.city)],
    ['state', isBlank(address.state)],
    ['pincode', address.pincode.length !== PINCODE_LENGTH],
    ['phone', address.phone.trim().length < PHONE_LENGTH_MIN],
  ]
  return fields.filter(([, isMissing]) => isMissing).map(([field]) => field)
}
