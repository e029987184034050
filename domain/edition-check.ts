/** Whether a collection can be published. Finds all errors, not only the first. */
import type { EditableCollection, PositionedProduct, CollectionError } from './edition.ts'
import { facetValuesOf } from './facet.ts'
import { listingOf } from './listing.ts'
import { formatRupees, formatWholeRupees, paise, rupees } from './money.ts'
import { priceOf, ratedMetalOf } from './price.ts'
import { PRODUCT_SCHEMAS } from './product-schema.ts'
import { skuOf, type Product } from './product.ts'
import {
  PRICING_PARAMETER_FIELDS,
  PRICING_PARAMETER_NAMES,
  RATE_MAX,
  toPricingValues,
  type PricingParameters,
} from './rates.ts'
import { DAY_MS } from './time.ts'

/**
 * `before` is in force: its content was checked when it was published, so an unchanged product costs only the check of
 * its price. A rate jump needs an approval, even in steps from one of `recentRates`.
 */
export function checkEdition(
  before: EditableCollection,
  after: EditableCollection,
  recentRates: readonly PricingParameters[] = [],
): readonly CollectionError[] {
  const ofRates = checkRates(before.rates, after.rates, recentRates)
  const canPrice = ofRates.every(({ needs }) => needs === 'approval')
  const ofProducts = [...after.products].flatMap(([sku, positioned]) => {
    const old = before.products.get(sku)?.product
    const errors = old === positioned.product ? [] : checkProduct(positioned)
    return errors.length > 0 || !canPrice ? errors : checkPrice(positioned.product, old, after.rates)
  })
  return [...ofRates, ...ofProducts, ...checkSelections(after)]
}

/**
 * The only error that a change of rates can cause for an unchanged product is a price of zero; before the offer, such a
 * product costs less than this, because the offer is at most 99%.
 */
export const FREE_PRICE_LIMIT = rupees(1)

/** A larger change of a rate needs an approval: gold moves by a few percent a day. */
const APPROVAL_FROM_PERCENT = 10
/** A rate that changes by this factor or more has too many or too few digits. */
const REJECTED_FACTOR = 10
/** For percentages: a larger change in points needs an approval. */
const APPROVAL_FROM_POINTS = 10
/** So that two steps, or a step and a rollback, count as the jump that they add up to. */
export const RECENT_RATES_MS = DAY_MS

/** Compares with the rate in force and each recent one; an unchanged rate needs nothing. */
function checkRates(
  before: PricingParameters,
  after: PricingParameters,
  recentRates: readonly PricingParameters[],
): readonly CollectionError[] {
  const [olds, news] = [toPricingValues(before), toPricingValues(after)]
  const recent = recentRates.map(toPricingValues)
  return PRICING_PARAMETER_NAMES.flatMap((name): readonly CollectionError[] => {
    const [old, rate] = [olds[name], news[name]]
    const errorOf = (text: string): CollectionError => ({ key: 'rates', field: name, text })
    const check = PRICING_PARAMETER_FIELDS[name].unit === 'percent' ? checkPercentage : checkRate
    const { error, jump } = check(old, rate)
    if (error !== null) return [errorOf(error)]
    if (jump !== null) return [{ ...errorOf(jump), needs: 'approval' }]
    if (rate === old) return []
    const values = recent.map((values) => values[name]).toSorted((one, other) => one - other)
    // The lowest and the highest are the farthest from any rate.
    const steps = [values.at(0), values.at(-1)].flatMap((value) => check(value ?? rate, rate).jump ?? [])
    return steps.slice(0, 1).map((text) => ({ ...errorOf(`${text} within 24 hours`), needs: 'approval' }))
  })
}

interface RateCheck {
  readonly error: string | null
  /** Needs an approval. */
  readonly jump: string | null
}

function checkPercentage(old: number, rate: number): RateCheck {
  if (!Number.isInteger(rate) || rate < 0 || rate > 99)
    return { error: 'must be a whole number from 0 to 99', jump: null }
  const points = Math.abs(rate - old)
  const isJump = points > APPROVAL_FROM_POINTS
  return { error: null, jump: isJump ? `changes by ${points} percentage points` : null }
}

function checkRate(old: number, rate: number): RateCheck {
  if (!Number.isSafeInteger(rate) || rate <= 0 || rate > RATE_MAX)
    return { error: 'must be more than 0, in whole paise', jump: null }
  const factor = Math.max(rate / old, old / rate)
  const change = `changes from ${formatRupees(paise(old))} to ${formatRupees(paise(rate))} per gram`
  const error = factor >= REJECTED_FACTOR ? `${change}: ${REJECTED_FACTOR} times or more is rejected` : null
  const isJump = Math.abs(rate - old) * 100 > old * APPROVAL_FROM_PERCENT
  return { error, jump: isJump ? `${change}, by more than ${APPROVAL_FROM_PERCENT}%` : null }
}

/** A rate jumps, which needs an approval. */
export function hasRateJump(
  before: PricingParameters,
  after: PricingParameters,
  recentRates: readonly PricingParameters[],
): boolean {
  return checkRates(before, after, recentRates).some(({ needs }) => needs === 'approval')
}

function checkProduct({ product, position }: PositionedProduct): readonly CollectionError[] {
  const key = skuOf(product)
  const errors: CollectionError[] = []
  const add = (field: string, text: string) => errors.push({ key, field, text })
  if (!Number.isInteger(position) || position < 0 || position > 2 ** 31 - 1)
    add('position', 'must be a whole number')
  const { error } = PRODUCT_SCHEMAS[product.type].safeParse(product)
  for (const issue of error?.issues ?? [])
    if (issue.code === 'unrecognized_keys')
      for (const name of issue.keys) add(name, `does not belong to ${product.type}`)
    else add(String(issue.path[0] ?? ''), issue.message)
  return error ? errors : [...errors, ...checkCoherence(product)]
}

function checkCoherence(product: Product): readonly CollectionError[] {
  const key = skuOf(product)
  const errors: CollectionError[] = []
  for (const { key: field, options } of listingOf(product.type).facets)
    for (const value of facetValuesOf(product, field))
      if (options !== 'from the catalogue' && !options.includes(value))
        errors.push({ key, field, text: `must be one of ${options.join(', ')}, which the filter offers` })
  if (product.type === 'rings' && (product.diamondWeightMg ?? 0) >= product.weightMg)
    errors.push({ key, field: 'diamondWeightMg', text: 'must be less than the weight of the ring' })
  const isRated = 'metal' in product && ratedMetalOf(product.metal) !== undefined
  if (product.fixedPrice === undefined && !isRated)
    errors.push({ key, field: 'fixedPrice', text: 'is missing: there is no rate to price it by' })
  return errors
}

/**
 * A put product must lie within the price filter of its listing: beyond it, the price is a mistake. A rise of the rate
 * may lift a product beyond it; otherwise the end of the filter would limit the gold rate.
 */
function checkPrice(
  product: Product,
  old: Product | undefined,
  rates: PricingParameters,
): readonly CollectionError[] {
  const { priceMax } = listingOf(product.type)
  const { amount, listPrice } = priceOf(product, rates)
  const field = product.fixedPrice === undefined ? 'weightMg' : 'fixedPrice'
  const errorOf = (text: string): CollectionError => ({ key: skuOf(product), field, text })
  if (amount <= 0) return [errorOf(`makes a price of ${formatRupees(amount)}`)]
  if (listPrice <= priceMax || product.retired || (old && priceOf(old, rates).listPrice >= listPrice))
    return []
  const end = `the price filter of ${product.type} ends at ${formatWholeRupees(priceMax)}`
  return [errorOf(`makes a price of ${formatRupees(listPrice)}; ${end}`)]
}

/** `2.home.new-arrivals`, `2.home.featured` */
const SELECTION_SIZES = { newArrivals: 4, featured: 6 } as const

function checkSelections(collection: EditableCollection): readonly CollectionError[] {
  return (['newArrivals', 'featured'] as const).flatMap((list) => {
    const keys = collection[list]
    const skus = keys.map(skuOf)
    const errors: CollectionError[] = []
    const add = (field: string | null, text: string) => errors.push({ key: list, field, text })
    if (keys.length !== SELECTION_SIZES[list]) add(null, `must be ${SELECTION_SIZES[list]} products`)
    for (const [index, sku] of skus.entries()) {
      const product = collection.products.get(sku)?.product
      if (!product) add(sku, 'does not exist')
      else if (product.retired) add(sku, 'is retired')
      else if (product.type === 'gems') add(sku, 'is a gem, whose card has no cart button')
      if (skus.indexOf(sku) < index) add(sku, 'appears twice')
    }
    return errors
  })
}
