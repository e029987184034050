/** Turns files into the changes that they make, or all errors of their rows. */
import { isDeepStrictEqual } from 'node:util'
import type { Selections } from '#domain/collection.ts'
import type { CollectionChange, EditableCollection, CollectionError } from '#domain/edition.ts'
import { PRODUCT_FIELD_NAMES, valueOf, type ProductField } from '#domain/product-fields.ts'
import { skuOf, type Product, type ProductKey } from '#domain/product.ts'
import {
  mergePricing,
  PRICING_PARAMETER_NAMES,
  toPricingChange,
  toPricingValues,
  type PricingChanges,
  type PricingParameters,
} from '#domain/rates.ts'
import type { Result } from '#domain/result.ts'
import { columnsOf, KEY_COLUMNS, RATE_COLUMNS, type TextFile } from './csv.ts'
import { approvalCodeOf } from './approval-code.ts'
import { applyAndCheck } from './editions.ts'
import { readJson } from './json.ts'
import { readCsv, type ProductRow } from './read-csv.ts'

export interface ImportError {
  /** Null if the files leave it as it is. */
  readonly file: string | null
  /** The row number as the spreadsheet shows it; null for the whole file. */
  readonly row: number | null
  readonly column: string | null
  readonly text: string
  /** Approves it, with all others that can be approved. */
  readonly approval?: string
}

export interface Import {
  /** Empty if the files hold what is published. */
  readonly changes: readonly CollectionChange[]
  readonly after: EditableCollection
}

export interface ImportFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface ImportOptions {
  readonly approval?: string
  readonly recentRates?: readonly PricingParameters[]
}

/** `approval` accepts rates that jump. Products and columns that the files lack stay as they are. */
export function planImport(
  current: EditableCollection,
  files: readonly ImportFile[],
  { approval, recentRates = [] }: ImportOptions = {},
): Result<Import, readonly ImportError[]> {
  const rows: Rows = {
    errors: [],
    rates: {},
    puts: new Map(),
    selections: {},
    places: new Map(),
  }
  for (const { name, bytes } of files) {
    const text = decode(bytes)
    if (text === null) report(rows, name, 'is not UTF-8: save it as “CSV UTF-8”')
    else if (name.toLowerCase().endsWith('.json')) addJson(rows, { name, text })
    else addCsv(rows, { name, text }, current)
  }
  const changes = changesTo(current, rows)
  const planned = applyAndCheck(current, { changes, recentRates }, approval)
  const errors = [...rows.errors, ...(planned.ok ? [] : locate(rows, planned.error))]
  return planned.ok && errors.length === 0
    ? { ok: true, value: { changes, after: planned.value } }
    : { ok: false, error: errors.toSorted((one, other) => (one.row ?? 0) - (other.row ?? 0)) }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

interface Place {
  readonly file: string
  readonly row: number | null
}

/** The content of the files' rows, and its location. */
interface Rows {
  readonly errors: ImportError[]
  rates: PricingChanges
  readonly puts: Map<string, { readonly product: Product; readonly position?: number }>
  readonly selections: Partial<Record<keyof Selections, ProductKey[]>>
  /** By the key of an error, or by its key and field. */
  readonly places: Map<string, Place>
}

function report(rows: Rows, file: string, text: string, row: number | null = null): void {
  rows.errors.push({ file, row, column: null, text })
}

function addJson(rows: Rows, { name, text: json }: TextFile): void {
  const { rates, products = [], errors, ...selections } = readJson(json)
  for (const { row, text } of errors) report(rows, name, text, row)
  if (rates) rows.rates = mergePricing(rows.rates, rates)
  for (const list of SELECTIONS) {
    const chosen = selections[list]
    if (chosen) rows.selections[list] = [...chosen]
  }
  for (const [index, put] of products.entries()) {
    const sku = skuOf(put.product)
    if (rows.puts.has(sku)) report(rows, name, `${sku} appears twice`, index + 1)
    rows.places.set(sku, { file: name, row: index + 1 })
    rows.puts.set(sku, put)
  }
}

function addCsv(rows: Rows, { name: file, text }: TextFile, current: EditableCollection): void {
  const { products, rates, selected, errors } = readCsv(text)
  for (const error of errors) rows.errors.push({ file, ...error })
  for (const { row, name, value } of rates) {
    rows.places.set(`rates/${name}`, { file, row })
    rows.rates = mergePricing(rows.rates, toPricingChange(name, value))
  }
  for (const { row, list, type, id } of selected) {
    rows.places.set(`${list}/${skuOf({ type, id })}`, { file, row })
    rows.places.set(list, { file, row: null })
    const chosen = (rows.selections[list] ??= [])
    chosen.push({ type, id })
  }
  for (const row of products) {
    const sku = skuOf(row)
    rows.places.set(sku, { file, row: row.row })
    rows.puts.set(sku, {
      product: toProduct(row, current.products.get(sku)?.product),
      position: row.position,
    })
  }
}

/** Properties without a column stay as they are. The check of the edition decides whether it is a product. */
function toProduct({ type, id, fields }: ProductRow, old: Product | undefined): Product {
  const values = PRODUCT_FIELD_NAMES.map((field): [ProductField, unknown] => [
    field,
    fields.has(field) ? fields.get(field) : old && valueOf(old, field),
  ])
  return {
    type,
    id,
    ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
  } as Product
}

/** Only the differences, so that the rows of a whole export do not undo what others publish meanwhile. */
function changesTo(
  current: EditableCollection,
  { rates, puts, selections }: Rows,
): readonly CollectionChange[] {
  const changes: CollectionChange[] = []
  const [before, after] = [current.rates, mergePricing(current.rates, rates)].map(toPricingValues)
  let differing: PricingChanges = {}
  for (const name of PRICING_PARAMETER_NAMES)
    if (before?.[name] !== after?.[name])
      differing = mergePricing(differing, toPricingChange(name, after?.[name] ?? 0))
  if (!isDeepStrictEqual(before, after)) changes.push({ do: 'set rates', rates: differing })
  for (const { product, position } of puts.values()) {
    const old = current.products.get(skuOf(product))
    const isSame = isDeepStrictEqual(old, { product, position: position ?? old?.position })
    if (!isSame) changes.push({ do: 'put product', product, position })
  }
  for (const list of SELECTIONS) {
    const chosen = selections[list]
    if (chosen && !isDeepStrictEqual(chosen, current[list]))
      changes.push({ do: 'select', list, products: chosen })
  }
  return changes
}

/** A cell that could not be read is not reported as missing too. */
function locate({ errors, places }: Rows, rejected: readonly CollectionError[]): readonly ImportError[] {
  const approval = approvalCodeOf(rejected) ?? undefined
  return rejected.flatMap(({ key, field, text, needs }): readonly ImportError[] => {
    const place = places.get(`${key}/${field}`) ?? places.get(key)
    const columns = columnsOfError(key, field)
    const isKnown = errors.some(
      ({ file, row, column }) =>
        file === place?.file && row === place?.row && column !== null && columns.includes(column),
    )
    if (isKnown) return []
    const [column = null] = columns
    const subject = column === null || !place ? `${field ?? key} ` : ''
    return [
      {
        file: place?.file ?? null,
        row: place?.row ?? null,
        column,
        text: `${subject}${text}`,
        ...(needs && { approval }),
      },
    ]
  })
}

function columnsOfError(key: string, field: string | null): readonly string[] {
  if (key === 'rates') return [RATE_COLUMNS.value]
  if (field === 'id') return [KEY_COLUMNS.id]
  if (field === 'position') return [KEY_COLUMNS.position]
  const known = PRODUCT_FIELD_NAMES.find((name) => name === field)
  return known ? columnsOf(known) : []
}

const SELECTIONS = ['newArrivals', 'featured'] as const
