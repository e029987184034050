/** The calls of the desk about the shop itself (contract/desk/shop.ts). */
import * as contract from '#contract/desk/shop.ts'
import { particularsErrors, type ShopParticulars } from '#domain/shop-particulars.ts'
import type { Db } from '#server/db/open.ts'
import { loadParticulars, saveParticulars } from '#server/documents/particulars.ts'
import { errorResponse, type App } from '#server/http.ts'
import { withAuditLog } from './audit-log.ts'
import { mountDesk, type DeskDeps } from './mount.ts'

export function mountShop(app: App, deps: DeskDeps): void {
  const { db, now } = deps
  mountDesk(app, deps, contract.readParticulars, () => readParticulars(db))

  mountDesk(app, deps, contract.changeParticulars, async ({ request, actor }) => {
    const { street, areTaxesConfirmed } = request
    const after: ShopParticulars = { street, gstin: normalizedGstin(request.gstin), areTaxesConfirmed }
    const errors = particularsErrors(after)
    if (Object.keys(errors).length > 0)
      return errorResponse('invalid-request', 'Some fields need your attention.', errors)
    const at = now()
    await withAuditLog(db, { actor, now: at }, async (tx, record) => {
      const before = await loadParticulars(tx)
      const old = before && {
        street: before.street,
        gstin: before.gstin,
        areTaxesConfirmed: before.areTaxesConfirmed,
      }
      if (JSON.stringify(old) === JSON.stringify(after)) return
      await saveParticulars(tx, after, { by: actor.name, now: at })
      await record({ act: 'changed the shop', subject: 'particulars', before: old, after: { ...after } })
    })
    return readParticulars(db)
  })
}

function normalizedGstin(text: string | null): string | null {
  const gstin = (text ?? '').replaceAll(/\s/g, '').toUpperCase()
  return gstin === '' ? null : gstin
}

async function readParticulars(db: Db): Promise<contract.Particulars> {
  const row = await loadParticulars(db)
  if (!row) return { street: '', gstin: null, areTaxesConfirmed: false, changed: null }
  const { street, gstin, areTaxesConfirmed, changedBy, changedAt } = row
  return { street, gstin, areTaxesConfirmed, changed: { by: changedBy, at: changedAt.toISOString() } }
}
