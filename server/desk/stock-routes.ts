import * as contract from '#contract/desk/stock.ts'
import { isSku, type StockKey } from '#domain/stock.ts'
import type { Sku } from '#domain/product.ts'
import type { Db } from '#server/db/open.ts'
import { errorResponse, type App, type AppContext, type ErrorResponse } from '#server/http.ts'
import { setLevel, type CorrectionError } from '#server/stock/corrections.ts'
import { lockLevels } from '#server/stock/levels.ts'
import { findPublished } from '#server/stock/published.ts'
import {
  correctSerialItem,
  enterSerialItem,
  listSerialItems,
  type SerialItemError,
} from '#server/stock/serial-items.ts'
import { withAuditLog, type Actor, type RecordAct } from './audit-log.ts'
import { mountDesk, type DeskDeps } from './mount.ts'
import type { SignedInStaff } from './sessions.ts'
import { findStock, loadProductStock, stockSheet } from './stock.ts'

const NO_SUCH_PRODUCT = errorResponse('not-found', 'The shop does not have this piece.')

const ERRORS: Readonly<Record<CorrectionError | SerialItemError, ErrorResponse>> = {
  'no such product': errorResponse('invalid-request', 'This size is not made.', {
    size: 'This size is not made.',
  }),
  'below zero': errorResponse('conflict', 'The count would fall below zero.'),
  'needs a size': errorResponse('invalid-request', 'Choose the size.', {
    size: 'Choose the size of the piece.',
  }),
  'not counted': errorResponse('invalid-request', 'Enter the count of this size first.', {
    size: 'Enter the count of this size first.',
  }),
  'serial or HUID is known': errorResponse('conflict', 'Another piece has this serial number or HUID.'),
  'no such item': errorResponse('not-found', 'There is no such piece.'),
}

export function mountStock(app: App, deps: DeskDeps): void {
  const { db, now } = deps

  mountDesk(app, deps, contract.searchStock, ({ request, staff: { role } }) =>
    findStock(db, request, { role, now: now() }),
  )

  mountDesk(app, deps, contract.exportStockSheet, async ({ actor }) => {
    const at = now()
    const sheet = await stockSheet(db, at)
    await withAuditLog(db, { actor, now: at }, (_, record) =>
      record({ act: 'exported stock', subject: sheet.name }),
    )
    return sheet
  })

  mountDesk(app, deps, contract.readProductStock, async ({ context, staff: { role } }) => {
    const sku = skuIn(context)
    return (sku && (await loadProductStock(db, sku, { role, now: now() }))) ?? NO_SUCH_PRODUCT
  })

  mountDesk(app, deps, contract.setProductStock, ({ request, ...call }) => {
    const { size, count, expected, reason } = request
    return change(deps, call, async (tx, sku, { record, correction }) => {
      const key = keyOf(sku, size)
      const level = (await lockLevels(tx, [key], { claimant: null, at: correction.now })).get(key)
      const before = level?.onHand ?? null
      // A retry of the same correction.
      if (before === count) return null
      if (before !== expected) return changedMeanwhile(before)
      const set = await setLevel(tx, { key, count }, { ...correction, reason })
      if (!set.ok) return ERRORS[set.error]
      await record({
        act: 'corrected stock',
        subject: key,
        before: { count: before },
        after: { count, reason },
      })
      return null
    })
  })

  mountItems(app, deps)
}

function mountItems(app: App, deps: DeskDeps): void {
  mountDesk(app, deps, contract.enterStockItem, ({ request, ...call }) => {
    const { size, isNew, reason, ...entered } = request
    return change(deps, call, async (tx, sku, { record, correction }) => {
      const item = { ...entered, key: keyOf(sku, size) }
      const same = (await listSerialItems(tx, item.key)).find(({ serial }) => serial === item.serial)
      // A retry for the same piece.
      if (same && same.huid === item.huid) return null
      const result = await enterSerialItem(tx, { item, isNew }, { ...correction, reason })
      if (!result.ok) return ERRORS[result.error]
      await record({
        act: 'entered serial item',
        subject: item.serial,
        after: { key: item.key, huid: item.huid, isNew, reason },
      })
      return null
    })
  })

  mountDesk(app, deps, contract.correctStockItem, ({ request: { state, reason }, ...call }) =>
    change(deps, call, async (tx, sku, { record, correction }) => {
      const serial = call.context.req.param('serial') ?? ''
      const { role } = call.staff
      const stock = await loadProductStock(tx, sku, { role, now: correction.now })
      const before = stock?.items.find((item) => item.serial === serial)
      if (!before) return ERRORS['no such item']
      if (before.state === state) return null
      const result = await correctSerialItem(tx, { serial, state }, { ...correction, reason })
      if (!result.ok) return ERRORS[result.error]
      await record({
        act: 'corrected serial item',
        subject: serial,
        before: { state: before.state },
        after: { state, reason },
      })
      return null
    }),
  )
}

interface Call {
  readonly actor: Actor
  readonly staff: SignedInStaff
  readonly context: AppContext
}

interface ActContext {
  readonly record: RecordAct
  readonly correction: { readonly actor: string; readonly now: Date }
}

/** Resolves with the stock afterwards, or the error of `work`. */
async function change(
  { db, now }: DeskDeps,
  { actor, staff: { role }, context }: Call,
  work: (tx: Db, sku: Sku, acting: ActContext) => Promise<ErrorResponse | null>,
) {
  const sku = skuIn(context)
  const at = now()
  if (!sku || !(await findPublished(db, sku))) return NO_SUCH_PRODUCT
  const error = await withAuditLog(db, { actor, now: at }, (tx, record) =>
    work(tx, sku, { record, correction: { actor: actor.name, now: at } }),
  )
  return error ?? (await loadProductStock(db, sku, { role, now: at })) ?? NO_SUCH_PRODUCT
}

function changedMeanwhile(count: number | null): ErrorResponse {
  return errorResponse('conflict', `The count changed meanwhile: it is ${count ?? 'not entered'} now.`)
}

function skuIn(context: AppContext): Sku | null {
  const sku = context.req.param('sku') ?? ''
  return isSku(sku) ? sku : null
}

function keyOf(sku: Sku, size: string): StockKey {
  return size === '' ? sku : `${sku}/${size}`
}
