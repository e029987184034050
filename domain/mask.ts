/** Masks personal data for staff who need to recognize it, not to use it. */
import type { ShippingAddress } from './shipping.ts'

/** Such as `Asha V.` */
export function maskName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const last = others.at(-1)
  return last ? `${first} ${[...last][0]}.` : first
}

/** Such as `a•••@example.in`. */
export function maskEmail(email: string): string {
  const [user = '', host = ''] = email.split('@')
  return `${[...user][0] ?? ''}•••@${host}`
}

/** City and pincode stay. */
export function maskAddress(address: ShippingAddress): ShippingAddress {
  return {
    ...address,
    name: maskName(address.name),
    address: '•••',
    phone: `•••${address.phone.slice(-4)}`,
    email: maskEmail(address.email),
  }
}
