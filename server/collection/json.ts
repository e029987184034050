/** Reads the JSON file of a collection: money in paise and weights in milligrams, as the shop stores them. */
import * as z from 'zod/mini'
import type { EditableCollection } from '#domain/edition.ts'
import type { EditionId } from '#domain/collection.ts'
import { PRODUCT_ID_MAX, PRODUCT_TYPES, skuOf, type Product } from '#domain/product.ts'
import { toContent } from '#domain/edition.ts'
import type { PricingChanges } from '#domain/rates.ts'

const key = { type: z.enum(PRODUCT_TYPES), id: z.int().check(z.gte(1), z.lte(PRODUCT_ID_MAX)) }
const rate = z.optional(z.int())
const selection = z.optional(z.array(z.strictObject(key)))

const CollectionFile = z.strictObject({
  /** Where it was exported from; ignored by imports. */
  edition: z.optional(z.number()),
  hash: z.optional(z.string()),
  rates: z.optional(
    z.strictObject({
      perGram: z.optional(
        z.strictObject({ gold: rate, gold18k: rate, silver: rate, platinum: rate, copper: rate }),
      ),
      diamondPerGram: rate,
      makingChargePercent: rate,
      gstPercent: rate,
      offerPercent: rate,
    }),
  ),
  newArrivals: selection,
  featured: selection,
  // The check of the edition decides whether they are products.
  products: z.optional(z.array(z.looseObject({ ...key, position: z.optional(z.number()) }))),
})

export interface JsonContent {
  readonly rates?: PricingChanges
  readonly newArrivals?: EditableCollection['newArrivals']
  readonly featured?: EditableCollection['featured']
  readonly products?: readonly { readonly product: Product; readonly position?: number }[]
  readonly errors: readonly JsonError[]
}

export interface JsonError {
  /** The number of the product, from 1. */
  readonly row: number | null
  readonly text: string
}

export function readJson(text: string): JsonContent {
  let parsed: unknown
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { errors: [{ row: null, text: `is not JSON: ${detail}` }] }
  }
  const { success, data, error } = CollectionFile.safeParse(parsed)
  if (!success) return { errors: error.issues.map(toJsonError) }
  const { rates, newArrivals, featured, products } = data
  return {
    // The check of the edition finds numbers that are not whole paise.
    rates: rates as PricingChanges | undefined,
    newArrivals,
    featured,
    products: products?.map(({ position, ...product }) => ({
      product: product as unknown as Product,
      position,
    })),
    errors: [],
  }
}

function toJsonError(issue: z.core.$ZodIssue): JsonError {
  const [list, index] = issue.path
  const row = list === 'products' && typeof index === 'number' ? index + 1 : null
  if (issue.code === 'unrecognized_keys') return { row, text: `has unknown keys: ${issue.keys.join(', ')}` }
  return { row, text: `cannot be read at ${issue.path.join('.') || 'its beginning'}` }
}

export function toJson(collection: EditableCollection, { edition, hash }: EditionId): string {
  const { rates, newArrivals, featured } = collection
  const products = toContent(collection).products.map((product) => ({
    position: collection.products.get(skuOf(product))?.position,
    ...product,
  }))
  return `${JSON.stringify({ edition, hash, rates, newArrivals, featured, products }, null, 2)}\n`
}
