/** The fields of a product as staff read and write them: column names, units, and texts of differences. */
import { formatRupees, paise } from './money.ts'
import { inGrams, type Product } from './product.ts'

type KeysOf<T> = T extends unknown ? keyof T : never
/** Every field that some product type has, except the key. */
export type ProductField = Exclude<KeysOf<Product>, 'type' | 'id'>

export type FieldUnit = 'text' | 'number' | 'weight' | 'money' | 'optional flag' | 'flag' | 'list'

interface FieldInfo {
  readonly label: string
  readonly unit: FieldUnit
}

/** In the order of the columns. */
export const PRODUCT_FIELDS: Readonly<Record<ProductField, FieldInfo>> = {
  name: { label: 'Name', unit: 'text' },
  category: { label: 'Category', unit: 'text' },
  metal: { label: 'Metal', unit: 'text' },
  style: { label: 'Style', unit: 'text' },
  gender: { label: 'Gender', unit: 'text' },
  weightMg: { label: 'Weight in grams', unit: 'weight' },
  diamondWeightMg: { label: 'Diamond weight in grams', unit: 'weight' },
  fixedPrice: { label: 'Fixed price in rupees', unit: 'money' },
  onOffer: { label: 'On offer', unit: 'optional flag' },
  inStock: { label: 'In stock', unit: 'flag' },
  retired: { label: 'Retired', unit: 'optional flag' },
  rating: { label: 'Rating', unit: 'number' },
  sizeInches: { label: 'Bangle size in inches', unit: 'number' },
  lengthInches: { label: 'Length in inches', unit: 'number' },
  chainLengthInches: { label: 'Chain length in inches', unit: 'number' },
  heightInches: { label: 'Height in inches', unit: 'number' },
  size: { label: 'Size', unit: 'text' },
  dimensions: { label: 'Dimensions', unit: 'text' },
  color: { label: 'Color', unit: 'text' },
  clarity: { label: 'Clarity', unit: 'text' },
  origin: { label: 'Origin', unit: 'text' },
  hardness: { label: 'Hardness', unit: 'number' },
  date: { label: 'Date', unit: 'text' },
  features: { label: 'Features', unit: 'list' },
  pictures: { label: 'Pictures', unit: 'list' },
  firstPhotograph: { label: 'First photograph', unit: 'text' },
  secondPhotograph: { label: 'Second photograph', unit: 'text' },
  description: { label: 'Description', unit: 'text' },
}

// Object.keys loses the key type.
export const PRODUCT_FIELD_NAMES = Object.keys(PRODUCT_FIELDS) as readonly ProductField[]

export const LIST_SEPARATOR = ' | '

/** The value of a field; undefined if the product does not have it. */
export function valueOf(product: Product, field: ProductField): unknown {
  const values: Partial<Record<ProductField, unknown>> = product
  return values[field]
}

/** Null if the product has no such field. */
export function formatField(product: Product, field: ProductField): string | null {
  const value = valueOf(product, field)
  if (value === undefined) return null
  switch (PRODUCT_FIELDS[field].unit) {
    case 'weight':
      return `${inGrams(Number(value))} g`
    case 'money':
      return formatRupees(paise(Number(value)))
    case 'optional flag':
    case 'flag':
      return value === true ? 'yes' : 'no'
    case 'list':
      return Array.isArray(value) ? value.join(LIST_SEPARATOR) : String(value)
    default:
      return String(value)
  }
}
