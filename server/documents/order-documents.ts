/** The documents of an order as the API returns them: tax invoice, credit notes, and the certificates of its pieces. */
import { and, asc, eq } from 'drizzle-orm'
import type { ListedDocument } from '#contract/account.ts'
import type { OrderDocuments } from '#contract/order-documents.ts'
import { linesToSend } from '#domain/order.ts'
import type { Db } from '#server/db/open.ts'
import { parcel } from '#server/db/parcel-schema.ts'
import { orderReturn } from '#server/db/return-schema.ts'
import { order, orderLine } from '#server/db/schema.ts'
import { hasCertificates, renderCertificates, type CertifiedOrder } from './certificate.ts'
import { loadTaxDocuments } from './issue.ts'
import { renderTaxDocument, type Audience } from './pdf.ts'
import type { DocumentSigner } from './signer.ts'

interface Reader {
  readonly audience: Audience
  readonly signer: DocumentSigner
}

/** The documents that renderOrderDocuments would render, without its cost. */
export async function listOrderDocuments(db: Db, orderNumber: string): Promise<ListedDocument[]> {
  const documents = await loadTaxDocuments(db, orderNumber)
  const certified = await loadCertifiedOrder(db, orderNumber)
  return [
    ...documents.map(({ number, kind, issuedAt, total }) => ({
      number,
      kind,
      issuedAt: issuedAt.toISOString(),
      total,
    })),
    ...(certified && hasCertificates(certified)
      ? [
          {
            number: certificateNumber(orderNumber),
            kind: 'certificate' as const,
            issuedAt: certified.packedAt.toISOString(),
            total: null,
          },
        ]
      : []),
  ]
}

function certificateNumber(orderNumber: string): string {
  return `Certificate ${orderNumber}`
}

/** Empty before the parcel is booked. */
export async function renderOrderDocuments(
  db: Db,
  orderNumber: string,
  { audience, signer }: Reader,
): Promise<OrderDocuments> {
  const documents: OrderDocuments['documents'] = []
  const rows = await loadTaxDocuments(db, orderNumber)
  for (const row of rows) {
    const invoice = rows.find(({ number }) => number === row.invoiceNumber) ?? null
    const pdf = await renderTaxDocument({ row, invoice }, audience, signer)
    documents.push({ number: row.number, kind: row.kind, pdf: pdf.toString('base64') })
  }
  const certified = await loadCertifiedOrder(db, orderNumber)
  const certificates = certified && (await renderCertificates(certified, signer))
  if (certificates)
    documents.push({
      number: certificateNumber(orderNumber),
      kind: 'certificate',
      pdf: certificates.toString('base64'),
    })
  return { documents }
}

/** Null before the parcel is booked: until then, staff may pack other pieces. */
async function loadCertifiedOrder(db: Db, orderNumber: string): Promise<CertifiedOrder | null> {
  const [row] = await db
    .select({ isTest: order.isTest, packedAt: parcel.packedAt, state: parcel.state })
    .from(order)
    .innerJoin(parcel, eq(parcel.orderNumber, order.number))
    .where(eq(order.number, orderNumber))
  if (!row || row.state === 'packed') return null
  const lines = await db
    .select()
    .from(orderLine)
    .where(eq(orderLine.orderNumber, orderNumber))
    .orderBy(asc(orderLine.position))
  const returns = await db
    .select()
    .from(orderReturn)
    .where(and(eq(orderReturn.orderNumber, orderNumber), eq(orderReturn.state, 'accepted')))
  return {
    orderNumber,
    isTest: row.isTest,
    packedAt: row.packedAt,
    lines: linesToSend(lines).map(({ productId: id, codes, ...line }) => ({
      ...line,
      id,
      codes: codes ?? [],
      returned: {
        codes: returns.flatMap(({ codes }) => codes),
        quantity: returns
          .flatMap((each) => each.lines)
          .filter(({ position }) => position === line.position)
          .reduce((sum, { quantity }) => sum + quantity, 0),
      },
    })),
  }
}
