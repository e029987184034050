/** What differs between two editions, as a person reads it: field by field, with the prices before and after. */
import type { EditableCollection, PlacedProduct } from './edition.ts'
import { formatRupees, paise, type Paise } from './money.ts'
import { priceOf } from './price.ts'
import { formatField, PRODUCT_FIELD_NAMES, PRODUCT_FIELDS } from './product-fields.ts'
import { skuOf, type ProductKey, type Sku } from './product.ts'
import { RATE_FIELDS, RATE_NAMES, toRateValues, type RateName, type Rates } from './rates.ts'

export interface FieldDiff {
  readonly label: string
  /** Null where there is none. */
  readonly before: string | null
  readonly after: string | null
}

export interface ProductDiff {
  readonly sku: Sku
  readonly name: string
  /** Repriced: the product is the same, the rates are not. Removed: only from a newer edition to an older one. */
  readonly kind: 'added' | 'changed' | 'retired' | 'repriced' | 'removed'
  readonly fields: readonly FieldDiff[]
  /** Equal where it stays; null on the side that does not have the product. */
  readonly price: { readonly before: Paise | null; readonly after: Paise | null }
}

export interface CollectionDiff {
  readonly rates: readonly FieldDiff[]
  readonly selections: readonly FieldDiff[]
  /** Those that stay as they are, price included, are left out. */
  readonly products: readonly ProductDiff[]
}

export function diff(one: EditableCollection, other: EditableCollection): CollectionDiff {
  return {
    rates: diffRates(one.rates, other.rates),
    selections: diffSelections(one, other),
    products: [...new Set([...one.products.keys(), ...other.products.keys()])].flatMap((sku) =>
      diffProduct(
        sku,
        { placed: one.products.get(sku), rates: one.rates },
        { placed: other.products.get(sku), rates: other.rates },
      ),
    ),
  }
}

export function isEmptyDiff({ rates, selections, products }: CollectionDiff): boolean {
  return rates.length + selections.length + products.length === 0
}

function formatRate(name: RateName, value: number): string {
  return RATE_FIELDS[name].unit === 'percent' ? `${value}%` : `${formatRupees(paise(value))} per gram`
}

function diffRates(one: Rates, other: Rates): readonly FieldDiff[] {
  const [before, after] = [toRateValues(one), toRateValues(other)]
  return RATE_NAMES.filter((name) => before[name] !== after[name]).map((name) => ({
    label: RATE_FIELDS[name].label,
    before: formatRate(name, before[name]),
    after: formatRate(name, after[name]),
  }))
}

function diffSelections(one: EditableCollection, other: EditableCollection): readonly FieldDiff[] {
  const lists = [
    ['New arrivals', one.newArrivals, other.newArrivals],
    ['Featured', one.featured, other.featured],
  ] as const
  const text = (keys: readonly ProductKey[]) => keys.map(skuOf).join(', ')
  return lists
    .map(([label, before, after]) => ({ label, before: text(before), after: text(after) }))
    .filter(({ before, after }) => before !== after)
}

interface Side {
  readonly placed: PlacedProduct | undefined
  readonly rates: Rates
}

function diffProduct(sku: Sku, one: Side, other: Side): readonly ProductDiff[] {
  const fields =
    one.placed === other.placed || !one.placed || !other.placed ? [] : diffFields(one.placed, other.placed)
  const price = { before: priceIn(one), after: priceIn(other) }
  if (fields.length === 0 && price.before === price.after) return []
  const name = (other.placed ?? one.placed)?.product.name ?? ''
  return [{ sku, name, kind: kindOf(one, other, fields), fields, price }]
}

function kindOf({ placed: one }: Side, { placed: other }: Side, fields: readonly FieldDiff[]) {
  if (!one) return 'added'
  if (!other) return 'removed'
  if (fields.length === 0) return 'repriced'
  return other.product.retired && !one.product.retired ? 'retired' : 'changed'
}

function diffFields(one: PlacedProduct, other: PlacedProduct): readonly FieldDiff[] {
  const fields = PRODUCT_FIELD_NAMES.map((field) => ({
    label: PRODUCT_FIELDS[field].label,
    before: formatField(one.product, field),
    after: formatField(other.product, field),
  }))
  const position = { label: 'Position', before: String(one.position), after: String(other.position) }
  return [...fields, position].filter(({ before, after }) => before !== after)
}

function priceIn({ placed, rates }: Side): Paise | null {
  return placed ? priceOf(placed.product, rates).amount : null
}
