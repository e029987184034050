/** What the owner enters of the shop: its documents name it. */
import * as z from 'zod/mini'
import { STREET_LENGTH_MAX } from '#domain/shop-particulars.ts'
import { singleLine } from '../shared.ts'
import { deskEndpoint } from './endpoint.ts'

const Particulars = z.object({
  /** Building, street and quarter; empty before it is entered. */
  street: z.string(),
  gstin: z.nullable(z.string()),
  areTaxesConfirmed: z.boolean(),
  /** Null before they are entered. */
  changed: z.nullable(z.object({ by: z.string(), at: z.string() })),
})
export type Particulars = z.infer<typeof Particulars>

export const readParticulars = deskEndpoint({
  method: 'GET',
  path: '/api/desk/shop',
  permission: 'read-opening-list',
  request: null,
  response: Particulars,
})

export const changeParticulars = deskEndpoint({
  method: 'PUT',
  path: '/api/desk/shop',
  permission: 'change-shop',
  request: z.strictObject({
    street: singleLine(STREET_LENGTH_MAX),
    gstin: z.nullable(singleLine(20)),
    areTaxesConfirmed: z.boolean(),
  }),
  response: Particulars,
})
