/** The effect of a collection change on prices, in a few statistics. */
import type { EditableCollection } from './edition.ts'
import type { CollectionDiff } from './edition-diff.ts'
import type { Paise } from './money.ts'
import { belowMetalOf, isPricedAlike, type BelowMetal } from './price.ts'
import type { ProductType, Sku } from './product.ts'
import { PRICING_PARAMETER_NAMES, toPricingValues } from './rates.ts'

export interface PriceMove {
  readonly sku: Sku
  readonly name: string
  readonly before: Paise
  readonly after: Paise
  /** With one decimal; negative for a fall. */
  readonly percent: number
}

export interface TypeEffect {
  readonly type: ProductType
  readonly count: number
  readonly lowestPercent: number
  readonly highestPercent: number
}

export interface PriceEffect {
  /** Products on sale whose price changes. */
  readonly count: number
  readonly largestRise: PriceMove | null
  readonly largestFall: PriceMove | null
  readonly byType: readonly TypeEffect[]
}

export function priceEffectOf({ products }: CollectionDiff): PriceEffect {
  const moves = products.flatMap(({ sku, name, price: { before, after } }): readonly PriceMove[] =>
    before === null || after === null || before === after
      ? []
      : [{ sku, name, before, after, percent: Math.round(((after - before) / before) * 1000) / 10 }],
  )
  const sorted = moves.toSorted((one, other) => one.after - one.before - (other.after - other.before))
  const [fall] = sorted
  const rise = sorted.at(-1)
  return {
    count: moves.length,
    largestRise: rise && rise.after > rise.before ? rise : null,
    largestFall: fall && fall.after < fall.before ? fall : null,
    byType: [...Map.groupBy(moves, ({ sku }) => typeOfSku(sku))].map(([type, ofType]) => {
      const percents = ofType.map(({ percent }) => percent)
      return {
        type,
        count: ofType.length,
        lowestPercent: Math.min(...percents),
        highestPercent: Math.max(...percents),
      }
    }),
  }
}

function typeOfSku(sku: Sku): ProductType {
  // The type precedes the last hyphen.
  return sku.slice(0, sku.lastIndexOf('-')) as ProductType
}

export interface PieceBelowMetal extends BelowMetal {
  readonly sku: Sku
  readonly name: string
  /** It was not below before the change. */
  readonly isNew: boolean
}

/**
 * Pieces with a fixed price below the value of their metal, those that the change brings there first: for a change of
 * rates all of them, otherwise the changed ones.
 */
export function piecesBelowMetal(
  before: EditableCollection,
  after: EditableCollection,
): readonly PieceBelowMetal[] {
  const [olds, news] = [toPricingValues(before.rates), toPricingValues(after.rates)]
  const isOfRates = PRICING_PARAMETER_NAMES.some((name) => olds[name] !== news[name])
  const pieces = [...after.products].flatMap(([sku, { product }]) => {
    const old = before.products.get(sku)?.product
    if (!isOfRates && old && isPricedAlike(product, old)) return []
    const below = belowMetalOf(product, after.rates)
    const isNew = !old || belowMetalOf(old, before.rates) === null
    return below ? [{ sku, name: product.name, ...below, isNew }] : []
  })
  return pieces.toSorted((one, other) => Number(other.isNew) - Number(one.isNew))
}
