import * as z from 'zod/mini'
import { ADDRESS_LENGTH_MAX, PINCODE, type ShippingAddress as Address } from '#domain/shipping.ts'
import { PHONE_LENGTH_MIN } from '#domain/limits.ts'
import { Email, PHONE, singleLine } from './shared.ts'

const requiredText = (field: keyof Address) => singleLine(ADDRESS_LENGTH_MAX[field]).check(z.minLength(1))

/** A complete address. */
export const ShippingAddress = z.strictObject({
  name: requiredText('name'),
  address: requiredText('address'),
  city: requiredText('city'),
  state: requiredText('state'),
  pincode: z.string().check(z.regex(PINCODE)),
  phone: singleLine(ADDRESS_LENGTH_MAX.phone).check(z.minLength(PHONE_LENGTH_MIN), z.regex(PHONE)),
  email: Email,
} satisfies Record<keyof Address, z.ZodMiniType>)

/** An address as it is typed or stored, possibly incomplete. */
export const AddressText = z.object(
  // Object.fromEntries loses the key type; the keys are exactly those of the limits.
  Object.fromEntries(Object.keys(ADDRESS_LENGTH_MAX).map((field) => [field, z.string()])) as Record<
    keyof Address,
    z.ZodMiniString
  >,
)
