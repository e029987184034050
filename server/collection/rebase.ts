/** Moves changes from the edition on which they were made to a newer one. */
import { isDeepStrictEqual } from 'node:util'
import type {
  CollectionChange,
  CollectionError,
  EditableCollection,
  PositionedProduct,
} from '#domain/edition.ts'
import { formatRate } from '#domain/edition-diff.ts'
import { formatField, PRODUCT_FIELD_NAMES } from '#domain/product-fields.ts'
import { skuOf, type Product, type ProductKey } from '#domain/product.ts'
import { mergePricing, PRICING_PARAMETER_NAMES, toPricingValues } from '#domain/rates.ts'

interface RebaseResult {
  readonly changes: readonly CollectionChange[]
  /** The changes overwrite something that was published meanwhile; this needs an approval. */
  readonly overlaps: readonly CollectionError[]
}

interface States {
  /** The edition on which the changes were made. */
  readonly base: EditableCollection
  /** The base with the drafts that were known when the changes were made. */
  readonly expected: EditableCollection
  readonly current: EditableCollection
}

/** A field of a product that only one side has changed keeps that change. */
export function rebase(changes: readonly CollectionChange[], states: States): RebaseResult {
  return {
    changes: changes.map((change) => (change.do === 'put product' ? mergePut(change, states) : change)),
    overlaps: changes.flatMap((change) => overlapsOf(change, states)),
  }
}

type PutProduct = Extract<CollectionChange, { do: 'put product' }>

function mergePut(change: PutProduct, { base, current }: States): PutProduct {
  const sku = skuOf(change.product)
  const [was, is] = [base.products.get(sku), current.products.get(sku)]
  if (!was || !is) return change
  const target = targetOf(change, was)
  const [baseFields, currentFields, targetFields] = [was, is, target].map(
    ({ product }) => new Map<string, unknown>(Object.entries(product)),
  )
  const names = new Set([...Object.keys(is.product), ...Object.keys(target.product)])
  const values = [...names].map((name): [string, unknown] => {
    const value = targetFields?.get(name)
    return [name, isDeepStrictEqual(value, baseFields?.get(name)) ? currentFields?.get(name) : value]
  })
  // The check of the edition decides whether it is a product.
  const product = Object.fromEntries(values.filter(([, value]) => value !== undefined)) as unknown as Product
  return { ...change, product, position: target.position === was.position ? is.position : target.position }
}

function targetOf({ product, position }: PutProduct, was: PositionedProduct | undefined): PositionedProduct {
  return { product, position: position ?? was?.position ?? 0 }
}

function overlapsOf(
  change: CollectionChange,
  { base, expected, current }: States,
): readonly CollectionError[] {
  switch (change.do) {
    case 'set rates':
      return PRICING_PARAMETER_NAMES.flatMap((name) => {
        const text = ({ rates }: Pick<EditableCollection, 'rates'>) =>
          formatRate(name, toPricingValues(rates)[name])
        // Onto the current edition, so that a rate which the change omits stays as it is.
        const target = { rates: mergePricing(current.rates, change.rates) }
        return overlap(['rates', name], [base, expected, current, target].map(text))
      })
    case 'select': {
      const { list, products } = change
      const text = (keys: readonly ProductKey[]) => keys.map(skuOf).join(', ')
      return overlap([list, null], [base[list], expected[list], current[list], products].map(text))
    }
    case 'put product': {
      const sku = skuOf(change.product)
      const [was, planned, is] = [base, expected, current].map(({ products }) => products.get(sku))
      if (!planned) {
        const isNew = is && !isDeepStrictEqual(is.product, change.product)
        const text = `was added meanwhile as “${is?.product.name}”`
        return isNew ? [{ key: sku, field: null, text, needs: 'approval' }] : []
      }
      const states = [was ?? planned, planned, is ?? planned, targetOf(change, was)]
      const names = new Set(states.flatMap(({ product }) => Object.keys(product)))
      return [...names, 'position'].flatMap((name) => {
        const texts = states.map((state) => textOf(state, name))
        const [before, , , target] = texts
        // A put has every field; `mergePut` keeps the current value of those that it does not change.
        return target === before ? [] : overlap([sku, name], texts)
      })
    }
    // Changes a single field, in one way.
    case 'retire product':
      return []
  }
}

/** Compares base, expected, current and target value: no error if the current value is one of the other three. */
function overlap(
  [key, field]: [string, string | null],
  texts: readonly string[],
): readonly CollectionError[] {
  const [was, expected, is, target] = texts
  if (is === was || is === expected || is === target) return []
  const text = `was changed meanwhile from ${was} to ${is}; this would make it ${target}`
  return [{ key, field, text, needs: 'approval' }]
}

function textOf({ product, position }: PositionedProduct, name: string): string {
  if (name === 'position') return String(position)
  const known = PRODUCT_FIELD_NAMES.find((each) => each === name)
  const value: unknown = new Map<string, unknown>(Object.entries(product)).get(name)
  return (known ? formatField(product, known) : JSON.stringify(value)) ?? 'none'
}
