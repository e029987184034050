/** The opening list: what the shop detects, and what the owner has confirmed (contract/desk/opening-list.ts). */
import { and, desc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import * as contract from '#contract/desk/opening-list.ts'
import { isConfirmedByOwner, OPENING_ITEM_IDS, type OpeningItemId } from '#domain/opening-list.ts'
import { rolesWith } from '#domain/permissions.ts'
import { issuesTaxDocuments } from '#domain/shop-particulars.ts'
import { addMs, DAY_MS } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { edition, emailOutbox, stockMovement, webhookEvent } from '#server/db/schema.ts'
import { openingConfirmation, staff } from '#server/db/staff-schema.ts'
import { loadParticulars } from '#server/shop/particulars.ts'
import { isPublicAddress } from '#server/env.ts'
import { errorResponse, type App } from '#server/http.ts'
import { withAuditLog } from './audit-log.ts'
import { mountDesk, type DeskDeps } from './mount.ts'
import type { SignedInStaff } from './sessions.ts'
import { loadStaffNames } from './staff-names.ts'

/** Derived from the settings. */
export interface ShopSetup {
  readonly hasLivePayments: boolean
  readonly hasCourier: boolean
  readonly hasMail: boolean
}

export type OpeningDeps = DeskDeps & { readonly setup: ShopSetup }

const NOT_CONFIRMED_BY_HAND = errorResponse('invalid-request', 'The shop knows this by itself.')

export function mountOpeningList(app: App, deps: OpeningDeps): void {
  const { db, now } = deps
  mountDesk(app, deps, contract.readOpeningList, ({ staff }) => loadOpeningList(db, deps, staff))

  mountDesk(
    app,
    deps,
    contract.confirmOpeningItem,
    async ({ request: { id, isConfirmed }, staff: reader, actor }) => {
      if (!isConfirmedByOwner(id)) return NOT_CONFIRMED_BY_HAND
      const at = now()
      await withAuditLog(db, { actor, now: at }, async (tx, record) => {
        const changed = isConfirmed
          ? await tx
              .insert(openingConfirmation)
              .values({ id, confirmedBy: actor.name, confirmedAt: at })
              .onConflictDoNothing()
              .returning()
          : await tx.delete(openingConfirmation).where(eq(openingConfirmation.id, id)).returning()
        if (changed.length > 0)
          await record({
            act: isConfirmed ? 'confirmed opening item' : 'withdrew opening item',
            subject: id,
          })
      })
      return loadOpeningList(db, deps, reader)
    },
  )
}

/** Null once all is done. */
export async function loadOpeningProgress(
  db: Db,
  deps: OpeningDeps,
): Promise<{ readonly done: number; readonly of: number } | null> {
  const items = await loadItems(db, deps)
  const done = items.filter(({ isDone }) => isDone).length
  return done === items.length ? null : { done, of: items.length }
}

async function loadOpeningList(
  db: Db,
  deps: OpeningDeps,
  { role }: SignedInStaff,
): Promise<contract.OpeningList> {
  const nameOf = await loadStaffNames(db, role)
  const items = await loadItems(db, deps)
  return {
    items: items.map(({ confirmed, ...item }) => ({
      ...item,
      confirmed: confirmed && { ...confirmed, by: nameOf(confirmed.by) },
    })),
  }
}

/** `by` is the staff member who confirmed it, as acts store that. */
async function loadItems(db: Db, deps: OpeningDeps): Promise<contract.OpeningList['items']> {
  const [known, confirmations] = await Promise.all([
    knownItems(db, deps),
    db.select().from(openingConfirmation),
  ])
  return OPENING_ITEM_IDS.map((id) => {
    const row = confirmations.find((each) => each.id === id)
    const confirmed = row ? { by: row.confirmedBy, at: row.confirmedAt.toISOString() } : null
    return { id, isDone: known[id] ?? confirmed !== null, confirmed }
  })
}

const RATES_VALID_MS = 7 * DAY_MS
const PEOPLE_NEEDED = 2

async function knownItems(
  db: Db,
  { setup, siteUrl, now }: OpeningDeps,
): Promise<Partial<Record<OpeningItemId, boolean>>> {
  const { hasLivePayments, hasCourier, hasMail } = setup
  const mayRefund = and(isNull(staff.disabledAt), inArray(staff.role, [...rolesWith('refund')]))
  const isCounted = eq(stockMovement.cause, 'correction')
  const [[latest], hasWebhook, hasEmail, particulars, people, stock] = await Promise.all([
    db.select().from(edition).orderBy(desc(edition.number)).limit(1),
    hasLivePayments && hasRow(db, webhookEvent, undefined),
    hasMail && hasRow(db, emailOutbox, isNotNull(emailOutbox.sentAt)),
    loadParticulars(db),
    db.$count(staff, mayRefund),
    hasRow(db, stockMovement, isCounted),
  ])
  return {
    address: isPublicAddress(siteUrl),
    payments: hasLivePayments,
    webhook: hasWebhook,
    courier: hasCourier,
    email: hasEmail,
    taxes: issuesTaxDocuments(particulars),
    people: people >= PEOPLE_NEEDED,
    rates: latest !== undefined && latest.number > 1 && latest.publishedAt > addMs(now(), -RATES_VALID_MS),
    stock,
  }
}

async function hasRow(
  db: Db,
  table: typeof webhookEvent | typeof emailOutbox | typeof stockMovement,
  condition: SQL | undefined,
): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(table)
    .where(condition)
    .limit(1)
  return rows.length > 0
}
