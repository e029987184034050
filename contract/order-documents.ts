/** Separate from the other calls of an account, so that only the order page loads it. */
import * as z from 'zod/mini'
import { DOCUMENT_KINDS } from '#domain/tax-document-kind.ts'
import { displayEnum } from './display-enum.ts'
import { endpoint } from './endpoint.ts'

export const OrderDocuments = z.object({
  /** The tax invoice and its credit notes, oldest first, then the certificates; none before the parcel is booked. */
  documents: z.array(
    z.object({
      number: z.string(),
      kind: displayEnum(DOCUMENT_KINDS),
      /** Base64. */
      pdf: z.string(),
    }),
  ),
})
export type OrderDocuments = z.infer<typeof OrderDocuments>

export const readOrderDocuments = endpoint({
  method: 'GET',
  path: '/api/orders/:number/documents',
  signedIn: true,
  response: OrderDocuments,
})
