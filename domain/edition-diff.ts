/** The differences between two editions for people: field by field, with the prices before and after. */
import type { EditableCollection, PositionedProduct } from './edition.ts'
import { formatRupees, paise, type Paise } from './money.ts'
import { priceOf } from './price.ts'
import { formatField, PRODUCT_FIELD_NAMES, PRODUCT_FIELDS } from './product-fields.ts'
import { skuOf, type ProductKey, type Sku } from './product.ts'
import {
  PRICING_PARAMETER_FIELDS,
  PRICING_PARAMETER_NAMES,
  toPricingValues,
  type PricingParameterName,
  type PricingParameters,
} from './rates.ts'

export interface FieldDiff {
  readonly label: string
  /** Null if there is none. */
  readonly before: string | null
  readonly after: string | null
}

export interface ProductDiff {
  readonly sku: Sku
  readonly name: string
  /** Repriced: the product is the same, the rates differ. Removed: only from a newer edition to an older one. */
  readonly kind: 'added' | 'changed' | 'retired' | 'repriced' | 'removed'
  readonly fields: readonly FieldDiff[]
  /** Equal if unchanged; null on the side that does not have the product. */
  readonly price: { readonly before: Paise | null; readonly after: Paise | null }
}

export interface CollectionDiff {
  readonly rates: readonly FieldDiff[]
  readonly selections: readonly FieldDiff[]
  /** Omits products that stay as they are, price included. */
  readonly products: readonly ProductDiff[]
}

export function diff(one: EditableCollection, other: EditableCollection): CollectionDiff {
  return {
    rates: diffRates(one.rates, other.rates),
    selections: diffSelections(one, other),
    products: [...new Set([...one.products.keys(), ...other.products.keys()])].flatMap((sku) =>
      diffProduct(
        sku,
        { positioned: one.products.get(sku), rates: one.rates },
        { positioned: other.products.get(sku), rates: other.rates },
      ),
    ),
  }
}

export function isEmptyDiff({ rates, selections, products }: CollectionDiff): boolean {
  return rates.length + selections.length + products.length === 0
}

export function formatRate(name: PricingParameterName, value: number): string {
  return PRICING_PARAMETER_FIELDS[name].unit === 'percent'
    ? `${value}%`
    : `${formatRupees(paise(value))} per gram`
}

function diffRates(one: PricingParameters, other: PricingParameters): readonly FieldDiff[] {
  const [before, after] = [toPricingValues(one), toPricingValues(other)]
  return PRICING_PARAMETER_NAMES.filter((name) => before[name] !== after[name]).map((name) => ({
    label: PRICING_PARAMETER_FIELDS[name].label,
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
  readonly positioned: PositionedProduct | undefined
  readonly rates: PricingParameters
}

function diffProduct(sku: Sku, one: Side, other: Side): readonly ProductDiff[] {
  const fields =
    one.positioned === other.positioned || !one.positioned || !other.positioned
      ? []
      : diffFields(one.positioned, other.positioned)
  const price = { before: priceIn(one), after: priceIn(other) }
  if (fields.length === 0 && price.before === price.after) return []
  const name = (other.positioned ?? one.positioned)?.product.name ?? ''
  return [{ sku, name, kind: kindOf(one, other, fields), fields, price }]
}

function kindOf({ positioned: one }: Side, { positioned: other }: Side, fields: readonly FieldDiff[]) {
  if (!one) return 'added'
  if (!other) return 'removed'
  if (fields.length === 0) return 'repriced'
  return other.product.retired && !one.product.retired ? 'retired' : 'changed'
}

function diffFields(one: PositionedProduct, other: PositionedProduct): readonly FieldDiff[] {
  const fields = PRODUCT_FIELD_NAMES.map((field) => ({
    label: PRODUCT_FIELDS[field].label,
    before: formatField(one.product, field),
    after: formatField(other.product, field),
  }))
  const position = { label: 'Position', before: String(one.position), after: String(other.position) }
  return [...fields, position].filter(({ before, after }) => before !== after)
}

function priceIn({ positioned, rates }: Side): Paise | null {
  return positioned ? priceOf(positioned.product, rates).amount : null
}
