/** What a change of the collection does to its prices, in a few numbers. */
import type { CollectionDiff } from './edition-diff.ts'
import type { Paise } from './money.ts'
import type { ProductType, Sku } from './product.ts'

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
  // What precedes the last hyphen is the type.
  return sku.slice(0, sku.lastIndexOf('-')) as ProductType
}
