/** A shipping address while it is typed: what is wrong with it, and what one field says of another. */
import { ShippingAddress as AddressSchema } from '#contract/checkout.ts'
import { likelyStateOf } from '#domain/pincode.ts'
import { CHECKOUT_MESSAGES, addressGaps, type ShippingAddress } from '#domain/shipping.ts'

export type AddressErrors = Partial<Record<keyof ShippingAddress, string>>

/** As the server takes it; null while it would not. */
export function finished(address: ShippingAddress): ShippingAddress | null {
  const parsed = AddressSchema.safeParse(address)
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
export function addressErrors(address: ShippingAddress): AddressErrors {
  const parsed = AddressSchema.safeParse(address)
  const refused = parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]))
  return {
    ...Object.fromEntries(refused.map((field) => [field, REFUSED_FIELD_WORDS[field] ?? UNREADABLE_FIELD])),
    ...Object.fromEntries(addressGaps(address).map((field) => [field, CHECKOUT_MESSAGES[field]])),
  }
}

/** A pincode brings its state along, unless the person has chosen another. */
export function changedAddress(before: ShippingAddress, part: Partial<ShippingAddress>): ShippingAddress {
  const after = { ...before, ...part, ...(part.address && { address: inOneLine(part.address) }) }
  if (part.pincode === undefined) return after
  const suggested = likelyStateOf(part.pincode)
  const wasSuggested = before.state === '' || before.state === likelyStateOf(before.pincode)
  return suggested && wasSuggested ? { ...after, state: suggested } : after
}

/** As couriers print it. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, ', ')
}

/** In the order of the page, which is not quite that of the messages. */
export function focusFirstGap(form: HTMLElement | null, errors: object): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[name]') ?? [])]
  fields.find((field) => (field.getAttribute('name') ?? '') in errors)?.focus()
}
