/** A shipping address while it is typed: what is wrong with it, and what one field says of another. */
import * as z from 'zod/mini'
import { ShippingAddress as AddressSchema } from '#contract/address.ts'
import { likelyStateOf } from '#domain/pincode.ts'
import { CHECKOUT_MESSAGES, missingAddressFields, type ShippingAddress } from '#domain/shipping.ts'

/** As it is typed; what the pincode brought is known as such. */
export interface AddressDraft extends ShippingAddress {
  readonly filledCity?: string
  readonly filledState?: string
}

export type AddressErrors = Partial<Record<keyof ShippingAddress, string>>

/** Without what only the page knows of it. */
const WholeAddress = z.object(AddressSchema.shape)

/** As the server takes it; null while it would not. */
export function normalizeAddress(typed: AddressDraft): ShippingAddress | null {
  const parsed = WholeAddress.safeParse(typed)
  return parsed.success ? parsed.data : null
}

/** Filled, but not with what a courier can use. */
const REFUSED_FIELD_WORDS: Readonly<Record<string, string>> = {
  email: 'Invalid email address',
  phone: 'Please enter a phone number of at least 10 digits',
  pincode: 'Please enter a pincode of 6 digits',
}
const UNREADABLE_FIELD = 'Please use letters and figures only'

/** Beside each field: what is missing, else what the server would not take. */
export function addressErrors(address: AddressDraft): AddressErrors {
  const parsed = WholeAddress.safeParse(address)
  const refused = parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]))
  return {
    ...Object.fromEntries(refused.map((field) => [field, REFUSED_FIELD_WORDS[field] ?? UNREADABLE_FIELD])),
    ...Object.fromEntries(missingAddressFields(address).map((field) => [field, CHECKOUT_MESSAGES[field]])),
  }
}

export const ADDRESS_NOT_CHANGED =
  'Your saved addresses could not be changed. Please check your connection and try again.'

/** A pincode brings its state along, unless the person has chosen another, and takes the city that the last one brought. */
export function changedAddress(before: AddressDraft, part: Partial<ShippingAddress>): AddressDraft {
  const after = { ...before, ...part, ...(part.address && { address: formatAddress(part.address) }) }
  if (part.pincode === undefined || part.pincode === before.pincode) return after
  const isTheirs = [before.filledState, likelyStateOf(before.pincode)].includes(before.state)
  // While one pincode is typed over another there is none, and the state is still theirs.
  const state = likelyStateOf(part.pincode) ?? before.state
  return {
    ...after,
    ...((isTheirs || before.state === '') && { state, filledState: state }),
    ...(isCityFilled(before) && { city: '', filledCity: undefined }),
  }
}

/** The couriers' name for the place of the pincode stands where nobody has typed one. */
export function withDerivedCity(typed: AddressDraft, city: string): AddressDraft {
  const isFree = typed.city.trim() === '' || isCityFilled(typed)
  return isFree ? { ...typed, city, filledCity: city } : typed
}

export function isCityFilled({ city, filledCity }: AddressDraft): boolean {
  return city !== '' && city === filledCity
}

/** As couriers print it. */
export function formatAddress(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, ', ')
}

/** In the order of the page, which is not quite that of the messages. */
export function focusFirstInvalid(form: HTMLElement | null, errors: object): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[name]') ?? [])]
  fields.find((field) => (field.getAttribute('name') ?? '') in errors)?.focus()
}
