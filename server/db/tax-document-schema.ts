/** Tax invoices and credit notes. */
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import { TAX_DOCUMENT_KINDS } from '#domain/tax-document-kind.ts'
import type { CreditAmount, TaxDocumentContent } from '#domain/tax-document.ts'
import { paiseColumn, timestamptz } from './columns.ts'
import { orderNumberColumn } from './schema.ts'

/** The last number of each series: a locked row instead of a sequence, which would leave gaps. */
export const taxDocumentSeries = pgTable(
  'tax_document_series',
  {
    series: text('series').notNull(),
    financialYear: integer('financial_year').notNull(),
    last: integer('last').notNull(),
  },
  (table) => [primaryKey({ columns: [table.series, table.financialYear] })],
)

/** Append-only; a trigger in the migrations rejects updates and deletions. */
export const taxDocument = pgTable(
  'tax_document',
  {
    number: text('number').primaryKey(),
    kind: text('kind', { enum: TAX_DOCUMENT_KINDS }).notNull(),
    series: text('series').notNull(),
    financialYear: integer('financial_year').notNull(),
    sequence: integer('sequence').notNull(),
    orderNumber: orderNumberColumn(),
    /** The invoice that a credit note corrects. */
    invoiceNumber: text('invoice_number').references((): AnyPgColumn => taxDocument.number),
    /** Belongs to a test order: not a tax document. */
    isSpecimen: boolean('is_specimen').notNull(),
    issuedAt: timestamptz('issued_at').notNull(),
    total: paiseColumn('total').notNull(),
    content: jsonb('content').$type<TaxDocumentContent>().notNull(),
    /** What a credit note deducts from the lines of its invoice; null for an invoice. */
    credited: jsonb('credited').$type<readonly CreditAmount[]>(),
  },
  (table) => [
    unique('tax_document_sequence').on(table.series, table.financialYear, table.sequence),
    uniqueIndex('tax_document_invoice')
      .on(table.orderNumber)
      .where(sql`${table.kind} = 'invoice'`),
    index('tax_document_order_idx').on(table.orderNumber),
    index('tax_document_issued_idx').on(table.issuedAt),
  ],
)

/**
 * Keys that sign the QR codes of documents. Never deleted: documents from years ago are checked with their public keys.
 */
export const signingKey = pgTable('signing_key', {
  id: text('id').primaryKey(),
  /** 32 bytes in base64url. */
  publicKey: text('public_key').notNull(),
  /** PKCS #8, encrypted. */
  privateKey: text('private_key').notNull(),
  createdAt: timestamptz('created_at').notNull(),
})
