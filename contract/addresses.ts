/** Saved shipping addresses of the signed-in user. Every call returns all of them, most recently used first. */
import * as z from 'zod/mini'
import { SAVED_ADDRESSES_MAX } from '#domain/shipping.ts'
import { ShippingAddress } from './address.ts'
import { endpoint } from './endpoint.ts'

export const SavedAddress = z.object({
  id: z.uuid(),
  address: ShippingAddress,
})
export type SavedAddress = z.infer<typeof SavedAddress>

export type SavedAddresses = z.infer<typeof SavedAddresses>
const SavedAddresses = z.object({
  addresses: z.array(SavedAddress).check(z.maxLength(SAVED_ADDRESSES_MAX)),
})

export const readAddresses = endpoint({
  method: 'GET',
  path: '/api/addresses',
  signedIn: true,
  response: SavedAddresses,
})

export const saveAddress = endpoint({
  method: 'POST',
  path: '/api/addresses',
  signedIn: true,
  request: ShippingAddress,
  response: SavedAddresses,
})

export const changeAddress = endpoint({
  method: 'PUT',
  path: '/api/addresses/:id',
  signedIn: true,
  request: ShippingAddress,
  response: SavedAddresses,
})

export const removeAddress = endpoint({
  method: 'DELETE',
  path: '/api/addresses/:id',
  signedIn: true,
  response: SavedAddresses,
})
