/** The shop's particulars, which the owner enters: documents and e-mails show them. */
import * as z from 'zod/mini'
import { CITY_LENGTH_MAX, LEGAL_NAME_LENGTH_MAX, STREET_LENGTH_MAX } from '#domain/shop-particulars.ts'
import { Email, singleLine } from '../shared.ts'
import { deskEndpoint } from './endpoint.ts'

const Particulars = z.object({
  legalName: z.string(),
  /** Building, street and quarter; empty before it is entered. */
  street: z.string(),
  city: z.string(),
  pincode: z.string(),
  phone: z.string(),
  email: z.string(),
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
  response: Particulars,
})

export const changeParticulars = deskEndpoint({
  method: 'PUT',
  path: '/api/desk/shop',
  permission: 'change-shop',
  request: z.strictObject({
    legalName: singleLine(LEGAL_NAME_LENGTH_MAX),
    street: singleLine(STREET_LENGTH_MAX),
    city: singleLine(CITY_LENGTH_MAX),
    pincode: singleLine(10),
    phone: singleLine(20),
    email: Email,
    gstin: z.nullable(singleLine(20)),
    areTaxesConfirmed: z.boolean(),
  }),
  response: Particulars,
})
