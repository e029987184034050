import * as contract from '#contract/desk/tax-documents.ts'
import { isOrderNumber } from '#domain/order.ts'
import { documentsOfMonth, filingOf, loadFiledDocuments } from '#server/documents/filing.ts'
import { renderOrderDocuments } from '#server/documents/order-documents.ts'
import type { DocumentSigner } from '#server/documents/signer.ts'
import { errorResponse, type App } from '#server/http.ts'
import { withAuditLog } from './audit-log.ts'
import { mountDesk, type DeskDeps } from './mount.ts'

const NO_DOCUMENTS = errorResponse('not-found', 'There is no such order or month.')

export function mountTaxDocuments(app: App, deps: DeskDeps & { readonly signer: DocumentSigner }): void {
  const { db, fromReplica, now, signer } = deps

  mountDesk(app, deps, contract.readTaxDocumentMonth, async ({ context }) => {
    const month = context.req.param('month') ?? ''
    if (!/^20\d\d-(?:0[1-9]|1[0-2])$/.test(month)) return NO_DOCUMENTS
    const rows = await fromReplica((reads) => documentsOfMonth(reads, month))
    return {
      documents: rows.map(({ number, kind, orderNumber, issuedAt, isSpecimen, total }) => ({
        number,
        kind,
        orderNumber,
        issuedAt: issuedAt.toISOString(),
        isSpecimen,
        total,
      })),
    }
  })

  mountDesk(app, deps, contract.readDeskDocuments, async ({ context }) => {
    const number = context.req.param('number') ?? ''
    if (!isOrderNumber(number)) return NO_DOCUMENTS
    return renderOrderDocuments(db, number, { audience: 'shop', signer })
  })

  mountDesk(app, deps, contract.exportTaxDocuments, async ({ request, actor }) => {
    const documents = await fromReplica((reads) => loadFiledDocuments(reads, request))
    const { month, isSpecimen } = request
    const after = { isSpecimen, documents: documents.length }
    await withAuditLog(db, { actor, now: now() }, (_, record) =>
      record({ act: 'exported tax documents', subject: month, after }),
    )
    return { files: filingOf(documents, request) }
  })
}
