/** A shipping address while it is being typed: its errors, and the fields derived from its pincode. */
import * as z from 'zod/mini'
import type { AuthUser } from '#contract/auth.ts'
import { ShippingAddress as AddressSchema } from '#contract/address.ts'
import { likelyStateOf } from '#domain/pincode.ts'
import { CHECKOUT_MESSAGES, missingAddressFields, type ShippingAddress } from '#domain/shipping.ts'

/** `filledCity` and `filledState` are the values filled in from the pincode. */
export interface AddressDraft extends ShippingAddress {
  readonly filledCity?: string
  readonly filledState?: string
}

export function emptyAddress({ name, email }: AuthUser): ShippingAddress {
  return { name, address: '', city: '', state: '', pincode: '', phone: '', email }
}

export type AddressErrors = Partial<Record<keyof ShippingAddress, string>>

/** Not strict: ignores the fields of the draft. */
const LenientAddress = z.object(AddressSchema.shape)

/** The address in the form that the server accepts; null if it is invalid. */
export function normalizeAddress(draft: AddressDraft): ShippingAddress | null {
  const parsed = LenientAddress.safeParse(draft)
  return parsed.success ? parsed.data : null
}

const INVALID_FIELD_TEXT: Readonly<Record<string, string>> = {
  email: 'Invalid email address',
  phone: 'Please enter a phone number of at least 10 digits',
  pincode: 'Please enter a pincode of 6 digits',
}
const INVALID_CHARACTERS_TEXT = 'Please use letters and figures only'

export function addressErrors(address: AddressDraft): AddressErrors {
  const parsed = LenientAddress.safeParse(address)
  const invalid = parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]))
  return {
    ...Object.fromEntries(
      invalid.map((field) => [field, INVALID_FIELD_TEXT[field] ?? INVALID_CHARACTERS_TEXT]),
    ),
    ...Object.fromEntries(missingAddressFields(address).map((field) => [field, CHECKOUT_MESSAGES[field]])),
  }
}

export const ADDRESS_NOT_CHANGED =
  'Your saved addresses could not be changed. Please check your connection and try again.'

/**
 * A new pincode fills in its state, unless the shopper has chosen another, and clears the city of the previous pincode.
 */
export function editAddress(before: AddressDraft, change: Partial<ShippingAddress>): AddressDraft {
  const after = { ...before, ...change, ...(change.address && { address: formatAddress(change.address) }) }
  if (change.pincode === undefined || change.pincode === before.pincode) return after
  const isStateOfPincode = [before.filledState, likelyStateOf(before.pincode)].includes(before.state)
  // An incomplete pincode has no state: the previous one stays, and stays marked as filled in.
  const state = likelyStateOf(change.pincode) ?? before.state
  return {
    ...after,
    ...((isStateOfPincode || before.state === '') && { state, filledState: state }),
    ...(isCityFilled(before) && { city: '', filledCity: undefined }),
  }
}

/** Fills in the city that the couriers state for the pincode, unless the shopper has typed one. */
export function fillCity(draft: AddressDraft, city: string): AddressDraft {
  const isFree = draft.city.trim() === '' || isCityFilled(draft)
  return isFree ? { ...draft, city, filledCity: city } : draft
}

export function isCityFilled({ city, filledCity }: AddressDraft): boolean {
  return city !== '' && city === filledCity
}

/** On one line, like on a courier's label. */
export function formatAddress(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, ', ')
}

/** The first on the page; `errors` has another order. */
export function focusFirstInvalid(form: HTMLElement | null, errors: object): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[name]') ?? [])]
  fields.find((field) => (field.getAttribute('name') ?? '') in errors)?.focus()
}
