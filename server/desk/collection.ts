/** Searches, shows and drafts products of the collection for the desk. */
import { and, asc, eq, gt, isNull, like, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type {
  ProductForm,
  ProductPage,
  ProductView,
  saveProduct,
  searchDeskProducts,
} from '#contract/desk/collection.ts'
import { PICTURE_COLOURS } from '#domain/catalogue/picture-tones.ts'
import {
  applyCollectionChanges,
  type CollectionError,
  type EditableCollection,
  type PositionedProduct,
} from '#domain/edition.ts'
import { belowMetalOf, priceOf } from '#domain/price.ts'
import { PRODUCT_FIELDS, type ProductField } from '#domain/product-fields.ts'
import { skuOf, type Product, type ProductKey, type ProductType } from '#domain/product.ts'
import type { Result } from '#domain/result.ts'
import { cellsOf, columnsOfType, KEY_COLUMNS, toProductCsv } from '#server/collection/csv.ts'
import { createDraft, findDraft, updateDraft, type Draft } from '#server/collection/drafts.ts'
import { latestEdition } from '#server/collection/editions.ts'
import { loadEntries, loadEntriesOf } from '#server/collection/entries.ts'
import { planImport, type ImportError } from '#server/collection/import.ts'
import { markPhotographsUsed, productsPutBy } from '#server/collection/photographs.ts'
import type { Db } from '#server/db/open.ts'
import { editionEntry } from '#server/db/schema.ts'
import { errorResponse, type ErrorResponse } from '#server/http.ts'
import { toPublishErrorResponse } from './change-preview.ts'

const PAGE_SIZE = 50

type Search = z.output<NonNullable<(typeof searchDeskProducts)['request']>>

/** Keyed by SKU. */
export async function findProducts(db: Db, { text, type, view, after }: Search): Promise<ProductPage> {
  const { edition } = await latestEdition(db)
  const { rates } = await loadEntriesOf(db, edition, [])
  const rows = await db
    .select({ value: editionEntry.value })
    .from(editionEntry)
    .where(
      and(
        isNull(editionEntry.validTo),
        sql`${editionEntry.value} ? 'inStock'`,
        after === null ? undefined : gt(editionEntry.key, after),
        type === null ? undefined : sql`${editionEntry.value} ->> 'type' = ${type}`,
        isInView(view),
        matches(text),
      ),
    )
    .orderBy(asc(editionEntry.key))
    .limit(PAGE_SIZE + 1)
  // The entries of products are products.
  const page = rows.slice(0, PAGE_SIZE).map(({ value }) => value as Product)
  const last = page.at(-1)
  return {
    products: page.map((product) => ({
      sku: skuOf(product),
      name: product.name,
      isRetired: product.retired ?? false,
      price: priceOf(product, rates).amount,
      metalValue: belowMetalOf(product, rates)?.metalValue ?? null,
    })),
    ...(last && rows.length > PAGE_SIZE && { after: skuOf(last) }),
  }
}

function isInView(view: ProductView): SQL | undefined {
  if (view === 'all') return undefined
  const isRetired = sql`${editionEntry.value} ? 'retired'`
  return view === 'retired' ? isRetired : sql`not ${isRetired}`
}

function matches(text: string): SQL | undefined {
  if (text === '') return undefined
  const pattern = text.replaceAll(/[\\%_]/g, '\\$&')
  return sql`(${editionEntry.value} ->> 'name' ilike ${`%${pattern}%`} or ${editionEntry.key} ilike ${`${pattern}%`})`
}

/** Null if neither the edition nor the draft has the product. */
export async function loadProductForm(
  db: Db,
  key: ProductKey,
  draftId: string | null,
): Promise<ProductForm | null> {
  const draft = draftId === null ? undefined : await findDraft(db, draftId)
  const { products, rates } = await loadBase(db, draft, [key])
  const positioned = products.get(skuOf(key))
  if (!positioned) return null
  const cells = cellsOf(positioned)
  return {
    type: key.type,
    id: key.id,
    name: positioned.product.name,
    fields: columnsOfType(key.type).map(({ column, field }) => ({
      column,
      kind: kindOf(field),
      value: cells.get(column) ?? '',
    })),
    belowMetal: belowMetalOf(positioned.product, rates),
    hasBuiltPictures: hasBuiltPicture(key, 1) && hasBuiltPicture(key, 2),
    nextId: await nextIdOf(db, key.type),
  }
}

function kindOf(field: ProductField): ProductForm['fields'][number]['kind'] {
  const { unit } = PRODUCT_FIELDS[field]
  if (unit === 'optional flag') return 'yes'
  if (unit === 'flag') return 'yes or no'
  if (field === 'firstPhotograph' || field === 'secondPhotograph') return 'photograph'
  return unit === 'list' || field === 'description' ? 'long text' : 'text'
}

/** Includes retired products: an id is never reused. */
async function nextIdOf(db: Db, type: ProductType): Promise<number> {
  const id = sql`(${editionEntry.value} ->> 'id')::integer`
  const [last] = await db
    .select({ id: sql<number | null>`max(${id})`.mapWith(Number) })
    .from(editionEntry)
    .where(and(like(editionEntry.key, `${type}-%`), eq(sql`${editionEntry.value} ->> 'type'`, type)))
  return (last?.id ?? 0) + 1
}

/** The base edition of a draft with its changes applied: all of it, or only some products. */
async function loadBase(
  db: Db,
  draft: Draft | undefined,
  keys?: readonly ProductKey[],
): Promise<EditableCollection> {
  const edition = draft?.baseEdition ?? (await latestEdition(db)).edition
  const base = keys ? await loadEntriesOf(db, edition, keys.map(skuOf)) : await loadEntries(db, edition)
  return applyCollectionChanges(base, draft?.changes ?? []).after
}

type SaveRequest = z.output<NonNullable<(typeof saveProduct)['request']>>

interface DraftContext {
  readonly actor: string
  readonly now: Date
}

/** Saves a product in its draft by importing a file with one row. False if the draft already has it like this. */
export async function draftProduct(
  tx: Db,
  request: SaveRequest,
  { actor, now }: DraftContext,
): Promise<Result<boolean, ErrorResponse>> {
  const { draftId, reason, isNew } = request
  const sku = skuOf(request)
  const draft = await findDraft(tx, draftId)
  if (draft && draft.restores !== null) return { ok: false, error: ROLLBACK }
  const base = await loadBase(tx, draft)
  const old = base.products.get(sku)
  // A retry finds the product in its draft.
  if (isNew && old && !draft) return { ok: false, error: TAKEN_ID }
  const cells = mergeCells(request, old)
  if (!cells.ok) return cells
  const { name, text } = toProductCsv(request, cells.value)
  const planned = planImport(base, [{ name, bytes: Buffer.from(text) }])
  if (!planned.ok) return { ok: false, error: toFormErrors(planned.error) }
  const { changes } = planned.value
  if (changes.length === 0) return draft ? { ok: true, value: false } : { ok: false, error: UNCHANGED }
  const products = productsPutBy(changes)
  const missing = isNew ? products.flatMap(missingPhotographs) : []
  const wrong = [...missing, ...(await markPhotographsUsed(tx, products, now))]
  if (wrong.length > 0) return { ok: false, error: toFieldErrors(wrong) }
  const others = (draft?.changes ?? []).filter(
    (change) => !(change.do === 'put product' && skuOf(change.product) === sku),
  )
  const result = draft
    ? await updateDraft(tx, draft.id, {
        changes: [...others, ...changes],
        baseEdition: draft.baseEdition,
        madeAt: draft.createdAt,
        approval: draft.approval,
        now,
      })
    : await createDraft(tx, { id: draftId, changes, actor, reason, publishAt: null, now })
  if (result.ok) return { ok: true, value: true }
  return { ok: false, error: toPublishErrorResponse({ kind: 'invalid', errors: result.error }) }
}

const ROLLBACK = errorResponse('conflict', 'This draft is a rollback: make another one.')
const UNCHANGED = errorResponse('conflict', 'Nothing changes.')
const TAKEN_ID = errorResponse('invalid-request', 'This id is taken.', { [KEY_COLUMNS.id]: 'is taken' })

/** Rejects a field that was changed to something else meanwhile. */
function mergeCells(
  { type, cells }: SaveRequest,
  old: PositionedProduct | undefined,
): Result<ReadonlyMap<string, string>, ErrorResponse> {
  const current = old ? cellsOf(old) : new Map<string, string>()
  const merged = new Map(columnsOfType(type).map(({ column }) => [column, current.get(column) ?? '']))
  const problems = new Map<string, string>()
  for (const { column, before, after } of cells) {
    const now = merged.get(column)
    if (now === undefined) problems.set(column, `does not belong to ${type}`)
    else if (old && now !== before && now !== after) problems.set(column, `was changed meanwhile to “${now}”`)
    else merged.set(column, after)
  }
  if (problems.size === 0) return { ok: true, value: merged }
  const message = 'Another person changed this product.'
  return { ok: false, error: errorResponse('conflict', message, Object.fromEntries(problems)) }
}

function hasBuiltPicture(product: ProductKey, view: number): boolean {
  return PICTURE_COLOURS[`${skuOf(product)}-${view}`] !== undefined
}

function missingPhotographs(product: Product): readonly CollectionError[] {
  return (['firstPhotograph', 'secondPhotograph'] as const)
    .filter((field, index) => product[field] === undefined && !hasBuiltPicture(product, index + 1))
    .map((field) => ({ key: skuOf(product), field, text: 'is missing: upload it' }))
}

function toFieldErrors(errors: readonly CollectionError[]): ErrorResponse {
  const texts = errors.map(({ field, text }) => [PRODUCT_FIELDS[field as ProductField].label, text])
  return errorResponse('invalid-request', SOME_FIELDS, Object.fromEntries(texts))
}

const SOME_FIELDS = 'Some fields need your attention.'

function toFormErrors(errors: readonly ImportError[]): ErrorResponse {
  const fields = errors.filter(({ column }) => column !== null)
  const others = errors.filter(({ column }) => column === null)
  const message = others.map(({ text }) => `${text}.`).join(' ') || SOME_FIELDS
  return errorResponse(
    'invalid-request',
    message,
    others.length > 0
      ? undefined
      : Object.fromEntries(fields.map(({ column, text }) => [column ?? '', text])),
  )
}
