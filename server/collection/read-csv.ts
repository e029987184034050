/** Reads the CSV files of csv.ts as spreadsheets save them. Finds all errors of a file. */
import { escapeFormula, unescapeFormula } from '#domain/csv-formula.ts'
import { parse } from 'csv-parse/sync'
import {
  LIST_SEPARATOR,
  PRODUCT_FIELD_NAMES,
  PRODUCT_FIELDS,
  type FieldUnit,
  type ProductField,
} from '#domain/product-fields.ts'
import { PRODUCT_TYPES, type ProductKey } from '#domain/product.ts'
import {
  PRICING_PARAMETER_FIELDS,
  PRICING_PARAMETER_NAMES,
  type PricingParameterName,
} from '#domain/rates.ts'
import type { Selections } from '#domain/collection.ts'
import { columnsOf, KEY_COLUMNS, RATE_COLUMNS, SELECTION_COLUMNS, SELECTION_LABELS } from './csv.ts'

export interface CellError {
  /** As the spreadsheet counts; the header is row 1. Null for the whole file. */
  readonly row: number | null
  readonly column: string | null
  readonly text: string
}

export interface ProductRow extends ProductKey {
  readonly row: number
  readonly position: number | undefined
  /** The properties for which the file has a column; undefined for an empty or unreadable cell. */
  readonly fields: ReadonlyMap<ProductField, unknown>
}

export interface CsvContent {
  readonly products: readonly ProductRow[]
  readonly rates: readonly {
    readonly row: number
    readonly name: PricingParameterName
    readonly value: number
  }[]
  readonly selected: readonly (ProductKey & { readonly row: number; readonly list: keyof Selections })[]
  readonly errors: readonly CellError[]
}

/** The columns determine the kind of file. */
export function readCsv(text: string): CsvContent {
  const table = readTable(text)
  const { errors, has } = table
  const content = { products: [], rates: [], selected: [], errors }
  const isRates = has(RATE_COLUMNS.rate)
  const required = isRates ? [RATE_COLUMNS.value] : [KEY_COLUMNS.type, KEY_COLUMNS.id]
  for (const column of required) if (!has(column)) errors.push({ row: 1, column, text: 'is missing' })
  if (errors.length > 0) return content
  if (isRates) return { ...content, rates: readRates(table) }
  if (has(SELECTION_COLUMNS.list)) return { ...content, selected: readSelections(table) }
  return { ...content, products: readProducts(table) }
}

interface Row {
  readonly number: number
  /** Undefined without the column, '' for an empty cell. */
  cell(column: string): string | undefined
  /** As it is in the file. */
  raw(column: string): string
}

interface Table {
  readonly rows: readonly Row[]
  has(column: string): boolean
  /** Grows while the rows are read. */
  readonly errors: CellError[]
}

const PRODUCT_COLUMNS = [...Object.values(KEY_COLUMNS), ...PRODUCT_FIELD_NAMES.flatMap(columnsOf)]
const COLUMNS = [...PRODUCT_COLUMNS, ...Object.values(RATE_COLUMNS), SELECTION_COLUMNS.list]

function readTable(text: string): Table {
  const errors: CellError[] = []
  const { body, skipped } = withoutSeparatorLine(text)
  let records: string[][] = []
  try {
    records = parse(body, { bom: true, relax_column_count: true, delimiter: separatorOf(body) })
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    errors.push({ row: null, column: null, text: `is not CSV: ${detail}` })
  }
  const [header = [], ...lines] = records
  const names = header.map((cell) => {
    const name = cell.trim().toLowerCase()
    return COLUMNS.find((column) => column.toLowerCase() === name) ?? name
  })
  for (const [index, name] of names.entries()) {
    if (name === '') continue
    const column = header[index] ?? name
    if (!COLUMNS.includes(name)) errors.push({ row: 1 + skipped, column, text: 'is no known column' })
    else if (names.indexOf(name) < index) errors.push({ row: 1 + skipped, column, text: 'appears twice' })
  }
  const rows = lines.flatMap((cells, index): readonly Row[] => {
    const number = index + 2 + skipped
    if (cells.every((cell) => cell.trim() === '')) return []
    if (cells.some((cell, place) => cell.trim() !== '' && (names[place] ?? '') === ''))
      errors.push({ row: number, column: null, text: 'has a cell without a column' })
    const raw = (column: string) => (cells[names.indexOf(column)] ?? '').trim()
    return [
      { number, raw, cell: (column) => (names.includes(column) ? unescapeFormula(raw(column)) : undefined) },
    ]
  })
  return { rows, has: (column) => names.includes(column), errors }
}

/** A first line `sep=;` tells Excel the separator. */
function withoutSeparatorLine(text: string): { readonly body: string; readonly skipped: number } {
  const body = text.replace(/^\uFEFF?sep=.\r?\n/i, '')
  return { body, skipped: body === text ? 0 : 1 }
}

/** Excel writes semicolons where the comma is the decimal sign, and tabs on request. No column has one in its name. */
function separatorOf(text: string): string {
  const [header = ''] = text.split(/\r?\n|\r/, 1)
  const count = (separator: string) => header.split(separator).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

function readProducts({ rows, has, errors }: Table): readonly ProductRow[] {
  const rowOf = new Map<string, number>()
  return rows.flatMap((row): readonly ProductRow[] => {
    const key = readKey(row, errors)
    if (!key) return []
    const name = `${key.type} ${key.id}`
    const first = rowOf.get(name)
    if (first !== undefined)
      errors.push({ row: row.number, column: null, text: `is ${name}, as row ${first} is` })
    rowOf.set(name, row.number)
    const read = (column: string, unit: CellUnit) => readCell(row, column, unit, errors)
    const position = read(KEY_COLUMNS.position, 'whole number')
    const fields = PRODUCT_FIELD_NAMES.filter((field) => columnsOf(field).every(has)).map(
      (field): [ProductField, unknown] => [field, readField(field, read)],
    )
    return [{ ...key, row: row.number, position: position as number | undefined, fields: new Map(fields) }]
  })
}

function readField(field: ProductField, read: (column: string, unit: CellUnit) => unknown): unknown {
  const [column = '', second] = columnsOf(field)
  if (second === undefined) return read(column, field === 'date' ? 'date' : PRODUCT_FIELDS[field].unit)
  const texts = [read(column, 'text'), read(second, 'text')]
  return texts.includes(undefined) ? undefined : texts
}

function readKey(row: Row, errors: CellError[]): ProductKey | null {
  const type = PRODUCT_TYPES.find((each) => each === row.cell(KEY_COLUMNS.type)?.toLowerCase())
  const id = row.cell(KEY_COLUMNS.id) ?? ''
  const isId = /^[1-9]\d{0,5}$/.test(id)
  if (!type)
    errors.push({
      row: row.number,
      column: KEY_COLUMNS.type,
      text: `must be one of ${PRODUCT_TYPES.join(', ')}`,
    })
  if (!isId)
    errors.push({
      row: row.number,
      column: KEY_COLUMNS.id,
      text: 'must be a whole number from 1 to 999999',
    })
  return type && isId ? { type, id: Number(id) } : null
}

function readRates({ rows, errors }: Table): CsvContent['rates'] {
  return rows.flatMap((row) => {
    const label = row.cell(RATE_COLUMNS.rate)?.toLowerCase()
    const name = PRICING_PARAMETER_NAMES.find((each) =>
      [each, PRICING_PARAMETER_FIELDS[each].label].some((text) => text.toLowerCase() === label),
    )
    if (!name) {
      const labels = PRICING_PARAMETER_NAMES.map((each) => PRICING_PARAMETER_FIELDS[each].label).join(', ')
      errors.push({ row: row.number, column: RATE_COLUMNS.rate, text: `must be one of ${labels}` })
      return []
    }
    const count = errors.length
    const unit = PRICING_PARAMETER_FIELDS[name].unit === 'percent' ? 'number' : 'money'
    const value = readCell(row, RATE_COLUMNS.value, unit, errors)
    if (value === undefined && errors.length === count)
      errors.push({ row: row.number, column: RATE_COLUMNS.value, text: 'is missing' })
    return typeof value === 'number' ? [{ row: row.number, name, value }] : []
  })
}

function readSelections({ rows, errors }: Table): CsvContent['selected'] {
  return rows.flatMap((row) => {
    const label = row.cell(SELECTION_COLUMNS.list)?.toLowerCase()
    const list = (['newArrivals', 'featured'] as const).find(
      (each) => SELECTION_LABELS[each].toLowerCase() === label,
    )
    if (!list)
      errors.push({
        row: row.number,
        column: SELECTION_COLUMNS.list,
        text: `must be ${Object.values(SELECTION_LABELS).join(' or ')}`,
      })
    const key = readKey(row, errors)
    return list && key ? [{ ...key, row: row.number, list }] : []
  })
}

type CellUnit = FieldUnit | 'whole number' | 'date'

/** Undefined for an empty cell, and for an unreadable one, which is an error. */
function readCell(row: Row, column: string, unit: CellUnit, errors: CellError[]): unknown {
  const text = row.cell(column) ?? ''
  if (text === '') return undefined
  const { read, expected } = READERS[unit]
  const raw = row.raw(column)
  // An export writes an apostrophe before it.
  if ((unit === 'text' || unit === 'list') && raw === text && escapeFormula(raw) !== raw) {
    errors.push({
      row: row.number,
      column,
      text: `begins as a formula does, “${raw}”: if it is text, put an apostrophe before it`,
    })
    return undefined
  }
  const value = read(text)
  if (value === undefined)
    errors.push({ row: row.number, column, text: `must be ${expected}, not “${text}”` })
  return value === null ? undefined : value
}

interface Reader {
  readonly expected: string
  /** Undefined if it is unreadable, null if it equals an empty cell. */
  read(text: string): unknown
}

const YES: ReadonlySet<string> = new Set(['yes', 'y', 'true', '1'])
const NO: ReadonlySet<string> = new Set(['no', 'n', 'false', '0'])

function flagOf(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (YES.has(word)) return true
  return NO.has(word) ? false : undefined
}

const READERS: Readonly<Record<CellUnit, Reader>> = {
  text: { expected: 'text', read: (text) => text },
  list: {
    expected: 'a list',
    read: (text) =>
      text
        .split(LIST_SEPARATOR.trim())
        .map((part) => part.trim())
        .filter((part) => part !== ''),
  },
  number: {
    expected: 'a number',
    read: (text) => (/^\d{1,9}(?:\.\d{1,6})?$/.test(text) ? Number(text) : undefined),
  },
  'whole number': {
    expected: 'a whole number',
    read: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
  },
  // Some read a comma as the decimal sign, others as a thousands separator.
  weight: {
    expected: 'a weight in grams with at most three decimals, without commas',
    read: (text) => (/^\d{1,6}(?:\.\d{1,3}0*)?$/.test(text) ? Math.round(Number(text) * 1000) : undefined),
  },
  money: { expected: 'an amount in rupees with at most two decimals', read: readMoney },
  'optional flag': { expected: 'yes or no', read: (text) => (flagOf(text) === false ? null : flagOf(text)) },
  flag: { expected: 'yes or no', read: flagOf },
  date: { expected: 'a date, as 2026-11-22', read: readDate },
}

/** ₹1,23,456.00, 123,456 and 123456.5. */
function readMoney(text: string): number | undefined {
  const [, amount] =
    /^(?:₹|rs\.?)?\s*(\d+(?:\.\d{1,2}0*)?|\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d{1,2})?)$/i.exec(text) ?? []
  return amount === undefined ? undefined : Math.round(Number(amount.replaceAll(',', '')) * 100)
}

/** Spreadsheets in India save dates as 22-11-2026 or 22/11/2026. */
function readDate(text: string): string | undefined {
  const [, day, month, year] = /^(\d\d?)[-/](\d\d?)[-/](\d{4})$/.exec(text) ?? []
  const iso = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : text
  return /^\d{4}-\d\d-\d\d$/.test(iso) ? iso : undefined
}
