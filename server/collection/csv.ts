/** The collection as CSV, for spreadsheets: weights in grams, money in rupees, one row per product. */
import { toContent, type EditableCollection, type PositionedProduct } from '#domain/edition.ts'
import {
  LIST_SEPARATOR,
  PRODUCT_FIELD_NAMES,
  PRODUCT_FIELDS,
  valueOf,
  type ProductField,
} from '#domain/product-fields.ts'
import { PRODUCT_SCHEMAS } from '#domain/product-schema.ts'
import { inGrams, skuOf, type ProductKey, type ProductType } from '#domain/product.ts'
import { PRICING_PARAMETER_FIELDS, PRICING_PARAMETER_NAMES, toPricingValues } from '#domain/rates.ts'
import { toCsv } from '#server/csv.ts'

export const CSV_FILES = {
  products: 'products.csv',
  rates: 'rates.csv',
  selections: 'selections.csv',
} as const

export const KEY_COLUMNS = { type: 'Type', id: 'Id', position: 'Position' } as const
export const RATE_COLUMNS = { rate: 'Rate', value: 'Value', unit: 'Unit' } as const
export const SELECTION_COLUMNS = { list: 'List', type: 'Type', id: 'Id' } as const
export const SELECTION_LABELS = { newArrivals: 'New arrivals', featured: 'Featured' } as const
const PICTURE_COLUMNS = ['First picture', 'Second picture'] as const

const PRODUCT_HEADER = [...Object.values(KEY_COLUMNS), ...PRODUCT_FIELD_NAMES.flatMap(columnsOf)]

export interface TextFile {
  readonly name: string
  readonly text: string
}

export function toCsvFiles(collection: EditableCollection): readonly TextFile[] {
  const { newArrivals, featured } = collection
  const products = toContent(collection).products.flatMap(
    (product) => collection.products.get(skuOf(product)) ?? [],
  )
  const rates = toPricingValues(collection.rates)
  const selections = { newArrivals, featured }
  return [
    {
      name: CSV_FILES.products,
      text: toCsv([PRODUCT_HEADER, ...products.map(productRow)]),
    },
    {
      name: CSV_FILES.rates,
      text: toCsv([
        Object.values(RATE_COLUMNS),
        ...PRICING_PARAMETER_NAMES.map((name) => {
          const { label, unit } = PRICING_PARAMETER_FIELDS[name]
          return [label, unit === 'percent' ? String(rates[name]) : inRupees(rates[name]), unit]
        }),
      ]),
    },
    {
      name: CSV_FILES.selections,
      text: toCsv([
        Object.values(SELECTION_COLUMNS),
        ...(['newArrivals', 'featured'] as const).flatMap((list) =>
          selections[list].map(({ type, id }) => [SELECTION_LABELS[list], type, String(id)]),
        ),
      ]),
    },
  ]
}

export function columnsOf(field: ProductField): readonly string[] {
  return field === 'pictures' ? PICTURE_COLUMNS : [PRODUCT_FIELDS[field].label]
}

/** The columns of a product’s own type, without its key and position. */
export function columnsOfType(type: ProductType): readonly ProductColumn[] {
  const { shape } = PRODUCT_SCHEMAS[type]
  return PRODUCT_FIELD_NAMES.filter((field) => field in shape).flatMap((field) =>
    columnsOf(field).map((column) => ({ column, field })),
  )
}

export interface ProductColumn {
  readonly column: string
  readonly field: ProductField
}

export function cellsOf({ product, position }: PositionedProduct): ReadonlyMap<string, string> {
  const row = productRow({ product, position })
  return new Map(PRODUCT_HEADER.map((column, index) => [column, row[index] ?? '']))
}

/** A file with one product; `cells` may omit columns. */
export function toProductCsv({ type, id }: ProductKey, cells: ReadonlyMap<string, string>): TextFile {
  const header = [KEY_COLUMNS.type, KEY_COLUMNS.id, ...cells.keys()]
  return { name: CSV_FILES.products, text: toCsv([header, [type, String(id), ...cells.values()]]) }
}

function productRow({ product, position }: PositionedProduct): readonly string[] {
  const cells = PRODUCT_FIELD_NAMES.flatMap((field): readonly string[] =>
    field === 'pictures' ? product.pictures : [cellOf(field, valueOf(product, field))],
  )
  return [product.type, String(product.id), String(position), ...cells]
}

function cellOf(field: ProductField, value: unknown): string {
  if (value === undefined) return ''
  switch (PRODUCT_FIELDS[field].unit) {
    case 'weight':
      return String(inGrams(Number(value)))
    case 'money':
      return inRupees(Number(value))
    case 'optional flag':
    case 'flag':
      return value === true ? 'yes' : 'no'
    case 'list':
      return Array.isArray(value) ? value.join(LIST_SEPARATOR) : ''
    default:
      return String(value)
  }
}

function inRupees(amount: number): string {
  return (amount / 100).toFixed(2)
}
