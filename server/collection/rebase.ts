/** Moves changes from the edition upon which they were made to a newer one. */
import { isDeepStrictEqual } from 'node:util'
import type { CollectionChange, EditableCollection, CollectionError } from '#domain/edition.ts'
import { formatRate } from '#domain/edition-diff.ts'
import { formatField, PRODUCT_FIELD_NAMES } from '#domain/product-fields.ts'
import { skuOf, type Product } from '#domain/product.ts'
import { mergePricing, PRICING_PARAMETER_NAMES, toPricingValues } from '#domain/rates.ts'

interface Rebased {
  readonly changes: readonly CollectionChange[]
  /** What was changed meanwhile to something else; the changes replace it once that is confirmed. */
  readonly overlaps: readonly CollectionError[]
}

/** A field of a product that only one side has changed keeps that change. */
export function rebase(
  changes: readonly CollectionChange[],
  base: EditableCollection,
  current: EditableCollection,
): Rebased {
  const rebased = changes.map((change) => rebaseChange(change, base, current))
  return {
    changes: rebased.map(({ change }) => change),
    overlaps: rebased.flatMap(({ overlaps }) => overlaps),
  }
}

interface RebasedChange {
  readonly change: CollectionChange
  readonly overlaps: readonly CollectionError[]
}

function rebaseChange(
  change: CollectionChange,
  base: EditableCollection,
  current: EditableCollection,
): RebasedChange {
  switch (change.do) {
    case 'set rates': {
      const [was, is, wanted] = [base.rates, current.rates, mergePricing(base.rates, change.rates)].map(
        toPricingValues,
      )
      const overlaps = PRICING_PARAMETER_NAMES.filter((name) =>
        overlap(was?.[name], is?.[name], wanted?.[name]),
      ).map((name) => {
        const text = (values = is) => formatRate(name, values?.[name] ?? 0)
        return overlapOf('rates', name, { was: text(was), is: text(is), wanted: text(wanted) })
      })
      return { change, overlaps }
    }
    case 'select': {
      const lists = [base[change.list], current[change.list], change.products] as const
      const [was, is, wanted] = lists.map((keys) => keys.map(skuOf).join(', '))
      const overlaps = overlap(was, is, wanted) ? [overlapOf(change.list, null, { was, is, wanted })] : []
      return { change, overlaps }
    }
    case 'put product':
      return rebasePut(change, base, current)
    // It changes one field, in one way.
    case 'retire product':
      return { change, overlaps: [] }
  }
}

type PutProduct = Extract<CollectionChange, { do: 'put product' }>

function rebasePut(change: PutProduct, base: EditableCollection, current: EditableCollection): RebasedChange {
  const sku = skuOf(change.product)
  const [was, is] = [base.products.get(sku), current.products.get(sku)]
  if (!is) return { change, overlaps: [] }
  if (!was) {
    const isSame = isDeepStrictEqual(is.product, change.product)
    const text = `was added meanwhile as “${is.product.name}”`
    return { change, overlaps: isSame ? [] : [{ key: sku, field: null, text, needs: 'override' }] }
  }
  const { position = was.position } = change
  const fields = mergeFields(was.product, is.product, change.product)
  const overlaps = fields.overlapping.map((field) =>
    overlapOf(sku, field, {
      was: textOf(was.product, field),
      is: textOf(is.product, field),
      wanted: textOf(change.product, field),
    }),
  )
  if (overlap(was.position, is.position, position))
    overlaps.push(
      overlapOf(sku, 'position', { was: `${was.position}`, is: `${is.position}`, wanted: `${position}` }),
    )
  const merged = position === was.position ? is.position : position
  return { change: { ...change, product: fields.product, position: merged }, overlaps }
}

function mergeFields(was: Product, is: Product, wanted: Product) {
  const [wasFields, isFields, wantedFields] = [was, is, wanted].map(
    (product) => new Map(Object.entries(product)),
  )
  const names = [...new Set([was, is, wanted].flatMap((product) => Object.keys(product)))]
  const values = names.map((name): [string, unknown] => {
    const value = wantedFields?.get(name)
    return [name, isDeepStrictEqual(value, wasFields?.get(name)) ? isFields?.get(name) : value]
  })
  return {
    // The check of the edition says whether it is one.
    product: Object.fromEntries(values.filter(([, value]) => value !== undefined)) as unknown as Product,
    overlapping: names.filter((name) =>
      overlap(wasFields?.get(name), isFields?.get(name), wantedFields?.get(name)),
    ),
  }
}

function overlap(was: unknown, is: unknown, wanted: unknown): boolean {
  return [
    [was, is],
    [was, wanted],
    [is, wanted],
  ].every(([one, other]) => !isDeepStrictEqual(one, other))
}

interface OverlapTexts {
  readonly was: string | undefined
  readonly is: string | undefined
  readonly wanted: string | undefined
}

function overlapOf(key: string, field: string | null, { was, is, wanted }: OverlapTexts): CollectionError {
  const text = `was changed meanwhile from ${was} to ${is}; this would make it ${wanted}`
  return { key, field, text, needs: 'override' }
}

function textOf(product: Product, field: string): string {
  const known = PRODUCT_FIELD_NAMES.find((name) => name === field)
  const text = known
    ? formatField(product, known)
    : JSON.stringify(new Map(Object.entries(product)).get(field))
  return text ?? 'none'
}
