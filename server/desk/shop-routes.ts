import * as contract from '#contract/desk/shop.ts'
import { INITIAL_PARTICULARS, particularsErrors, type ShopParticulars } from '#domain/shop-particulars.ts'
import type { Db } from '#server/db/open.ts'
import { errorResponse, type App } from '#server/http.ts'
import { loadParticulars, saveParticulars, type ParticularsRow } from '#server/shop/particulars.ts'
import { withAuditLog } from './audit-log.ts'
import { mountDesk, type DeskDeps } from './mount.ts'
import type { SignedInStaff } from './sessions.ts'
import { loadStaffNames } from './staff-names.ts'

export function mountShop(app: App, deps: DeskDeps): void {
  const { db, now } = deps
  mountDesk(app, deps, contract.readParticulars, ({ staff }) => readParticulars(db, staff))

  mountDesk(app, deps, contract.changeParticulars, async ({ request, staff, actor }) => {
    const after: ShopParticulars = { ...request, gstin: normalizedGstin(request.gstin) }
    const errors = particularsErrors(after)
    if (Object.keys(errors).length > 0)
      return errorResponse('invalid-request', 'Some fields need your attention.', errors)
    const at = now()
    await withAuditLog(db, { actor, now: at }, async (tx, record) => {
      const row = await loadParticulars(tx)
      const before = row && particularsOf(row)
      if (before && isSame(before, after)) return
      await saveParticulars(tx, after, { by: actor.name, now: at })
      await record({
        act: 'changed the shop',
        subject: 'particulars',
        before: before && { ...before },
        after: { ...after },
      })
    })
    return readParticulars(db, staff)
  })
}

function normalizedGstin(text: string | null): string | null {
  const gstin = (text ?? '').replaceAll(/\s/g, '').toUpperCase()
  return gstin === '' ? null : gstin
}

async function readParticulars(db: Db, { role }: SignedInStaff): Promise<contract.Particulars> {
  const row = await loadParticulars(db)
  if (!row) return { ...INITIAL_PARTICULARS, changed: null }
  const nameOf = await loadStaffNames(db, role)
  return { ...particularsOf(row), changed: { by: nameOf(row.changedBy), at: row.changedAt.toISOString() } }
}

function particularsOf(row: ParticularsRow): ShopParticulars {
  const { legalName, street, city, pincode, phone, email, gstin, areTaxesConfirmed } = row
  return { legalName, street, city, pincode, phone, email, gstin, areTaxesConfirmed }
}

function isSame(one: ShopParticulars, other: ShopParticulars): boolean {
  // Object.keys forgets the key type.
  return (Object.keys(INITIAL_PARTICULARS) as (keyof ShopParticulars)[]).every(
    (name) => one[name] === other[name],
  )
}
