/** Separate from the documents themselves, which browsers do not load. */
export const TAX_DOCUMENT_KINDS = ['invoice', 'credit note'] as const
export type TaxDocumentKind = (typeof TAX_DOCUMENT_KINDS)[number]

/** The documents of an order that its customer gets. */
export const DOCUMENT_KINDS = [...TAX_DOCUMENT_KINDS, 'certificate'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]
