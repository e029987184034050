/** Tax invoices and credit notes at the desk. */
import * as z from 'zod/mini'
import { TAX_DOCUMENT_KINDS } from '#domain/tax-document-kind.ts'
import { displayEnum } from '../display-enum.ts'
import { OrderDocuments } from '../order-documents.ts'
import { Paise } from '../shared.ts'
import { deskEndpoint } from './endpoint.ts'

/** A month in India, such as 2026-11. */
const Month = z.string().check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/))

const TaxDocumentMonth = z.object({
  /** Oldest first. */
  documents: z.array(
    z.object({
      number: z.string(),
      kind: displayEnum(TAX_DOCUMENT_KINDS),
      orderNumber: z.string(),
      issuedAt: z.string(),
      isSpecimen: z.boolean(),
      total: Paise,
    }),
  ),
})
export type TaxDocumentMonth = z.infer<typeof TaxDocumentMonth>

export const readTaxDocumentMonth = deskEndpoint({
  method: 'GET',
  path: '/api/desk/tax-documents/:month',
  permission: 'read-tax-documents',
  response: TaxDocumentMonth,
})

export const readDeskDocuments = deskEndpoint({
  method: 'GET',
  path: '/api/desk/orders/:number/documents',
  permission: 'read-tax-documents',
  response: OrderDocuments,
})

export const exportTaxDocuments = deskEndpoint({
  method: 'POST',
  path: '/api/desk/tax-documents/export',
  permission: 'export-tax-documents',
  request: z.strictObject({
    month: Month,
    /** Specimens are never mixed with tax documents. */
    isSpecimen: z.boolean(),
  }),
  response: z.object({ files: z.array(z.object({ name: z.string(), text: z.string() })) }),
})
