import * as contract from '#contract/desk/collection.ts'
import type { EditableCollection } from '#domain/edition.ts'
import { diff } from '#domain/edition-diff.ts'
import { hasRateJump } from '#domain/edition-check.ts'
import { piecesBelowMetal } from '#domain/price-effect.ts'
import { skuOf } from '#domain/product.ts'
import type { PricingParameters } from '#domain/rates.ts'
import { belowMetalAgreementCodeOf } from '#server/collection/below-metal.ts'
import { toCsvFiles, type TextFile } from '#server/collection/csv.ts'
import { createDraft, hasDraft } from '#server/collection/drafts.ts'
import { latestEdition } from '#server/collection/editions.ts'
import { loadEntries } from '#server/collection/entries.ts'
import { planImport, type ImportError } from '#server/collection/import.ts'
import { loadRecentRates } from '#server/collection/rate-history.ts'
import type { Db } from '#server/db/open.ts'
import { errorResponse, type App } from '#server/http.ts'
import { withAuditLog } from './audit-log.ts'
import { hasOtherPublisher, toPreview, toPublishErrorResponse } from './change-preview.ts'
import { draftProduct, findProducts, loadProductForm } from './collection.ts'
import { mountDesk, type DeskDeps } from './mount.ts'

export function mountCollection(app: App, deps: DeskDeps): void {
  const { db, fromReplica, now } = deps

  mountDesk(app, deps, contract.searchDeskProducts, ({ request }) => findProducts(db, request))

  mountDesk(
    app,
    deps,
    contract.readProductForm,
    async ({ request: { draftId, ...key } }) => (await loadProductForm(db, key, draftId)) ?? NO_SUCH_PRODUCT,
  )

  mountDesk(app, deps, contract.saveProduct, async ({ request, actor }) => {
    const at = now()
    const saved = await withAuditLog(db, { actor, now: at }, async (tx, record) => {
      const result = await draftProduct(tx, request, { actor: actor.name, now: at })
      if (result.ok && result.value) {
        const cells = Object.fromEntries(request.cells.map(({ column, after }) => [column, after]))
        await record({
          act: 'drafted product',
          subject: skuOf(request),
          after: { draft: request.draftId, ...cells },
        })
      }
      return result
    })
    return saved.ok ? {} : saved.error
  })

  mountDesk(app, deps, contract.exportCollection, async ({ request: { file }, actor }) => {
    const { edition, content } = await fromReplica(async (reads) => {
      const latest = await latestEdition(reads)
      return { ...latest, content: await loadEntries(reads, latest.edition) }
    })
    const files = toCsvFiles(content)
    const found = files.find(({ name }) => name === file)
    if (!found) return errorResponse('not-found', 'There is no such file.')
    await withAuditLog(db, { actor, now: now() }, (_, record) =>
      record({ act: 'exported collection', subject: file, after: { edition } }),
    )
    return { ...found }
  })

  mountImport(app, deps)
}

const NO_SUCH_PRODUCT = errorResponse('not-found', 'The shop does not have this piece.')

function mountImport(app: App, deps: DeskDeps): void {
  const { db, now } = deps

  mountDesk(app, deps, contract.previewImport, async ({ request: { files }, staff }) => {
    const recentRates = await loadRecentRates(db, now())
    const plan = await planFiles(db, files, { approval: null, recentRates })
    const approval = approvalOfAll(plan.errors)
    const { before, imported, edition } = approval
      ? await planFiles(db, files, { approval, recentRates })
      : plan
    const isJump = imported !== null && hasRateJump(before.rates, imported.after.rates, recentRates)
    const preview = imported && {
      ...toPreview(
        { ...evaluationOf(before, imported.after), edition, hasRateJump: isJump },
        isJump && (await hasOtherPublisher(db, staff.id)),
      ),
      approval,
      problems: approval
        ? plan.errors.map(({ file, row, text }) => ({
            subject: [file, row === null ? null : `row ${row}`].filter((part) => part !== null).join(', '),
            text,
            needsApproval: true,
          }))
        : [],
    }
    return {
      errors: plan.errors
        .slice(0, contract.ERRORS_SHOWN)
        .map(({ file, row, column, text }) => ({ file, row, column, text })),
      errorCount: plan.errors.length,
      preview,
    }
  })

  mountDesk(app, deps, contract.importCollection, async ({ request, actor }) => {
    const { draftId: id, files, approval, reason } = request
    const recentRates = await loadRecentRates(db, now())
    const { imported, edition } = await planFiles(db, files, { approval, recentRates })
    if (!imported) return errorResponse('conflict', 'The files have errors. Show their effect again.')
    const { changes } = imported
    if (changes.length === 0) return errorResponse('conflict', 'Nothing changes.')
    const at = now()
    const created = await withAuditLog(db, { actor, now: at }, async (tx, record) => {
      // A retry.
      if (await hasDraft(tx, id)) return null
      const result = await createDraft(tx, {
        id,
        changes,
        baseEdition: edition,
        approval,
        actor: actor.name,
        reason,
        publishAt: null,
        now: at,
      })
      if (!result.ok) return toPublishErrorResponse({ kind: 'invalid', errors: result.error })
      const names = files.map(({ name }) => name)
      await record({
        act: 'imported draft',
        subject: `draft ${id}`,
        after: { reason, files: names, changes: changes.length },
      })
      return null
    })
    return created ?? {}
  })
}

function evaluationOf(before: EditableCollection, after: EditableCollection) {
  const belowMetal = piecesBelowMetal(before, after)
  const belowMetalApproval = belowMetalAgreementCodeOf(belowMetal)
  return { errors: [], approval: null, diff: diff(before, after), belowMetal, belowMetalApproval }
}

interface Planning {
  readonly approval: string | null
  readonly recentRates: readonly PricingParameters[]
}

async function planFiles(db: Db, files: readonly TextFile[], { approval, recentRates }: Planning) {
  const { edition } = await latestEdition(db)
  const before = await loadEntries(db, edition)
  const bytes = files.map(({ name, text }) => ({ name, bytes: Buffer.from(text) }))
  const planned = planImport(before, bytes, { recentRates, ...(approval !== null && { approval }) })
  return {
    edition,
    before,
    imported: planned.ok ? planned.value : null,
    errors: planned.ok ? [] : planned.error,
  }
}

/** Null if an error cannot be approved. */
function approvalOfAll(errors: readonly ImportError[]): string | null {
  const [first] = errors
  return errors.every(({ approval }) => approval) ? (first?.approval ?? null) : null
}
