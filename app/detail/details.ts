/** The facts that a detail page shows, type by type (requirements, section 2, detail pages). */
import { priceOf } from '#domain/price.ts'
import type { Product } from '#domain/product.ts'
import { GST_PERCENT, MAKING_CHARGE_PERCENT } from '#domain/shop.ts'
import { formatCarats, formatGrams, formatInches, RATE_NAMES } from '#app/product/texts.ts'

export interface Detail {
  readonly label: string
  readonly value: string
}
export interface DetailGroup {
  readonly title: string
  readonly rows: readonly Detail[]
}

/** A fact that a piece does not have is no row. */
type Fact = readonly [label: string, value: string | undefined]

export function detailGroupsOf(product: Product): readonly DetailGroup[] {
  return factGroupsOf(product).map(([title, ...facts]) => ({ title, rows: facts.flatMap(rowOf) }))
}

type FactGroup = readonly [title: string, ...facts: readonly Fact[]]

function factGroupsOf(product: Product): readonly FactGroup[] {
  const weight = ['Weight', formatGrams(product.weightMg)] as const
  const category = ['Category', product.category] as const
  const metal = ['Metal', 'metal' in product ? product.metal : undefined] as const
  const style = ['Style', 'style' in product ? product.style : undefined] as const
  const priceBasis = ['Price basis', priceBasisOf(product)] as const
  switch (product.type) {
    case 'rings':
      return [['Details', weight, category, metal, style, ['Gender', product.gender]]]
    case 'necklaces':
      return [
        [
          'Details',
          weight,
          ['Length', formatInches(product.lengthInches)],
          category,
          metal,
          style,
          priceBasis,
        ],
      ]
    case 'tops':
      return [['Details', metal, style, weight]]
    case 'sets':
      return [['Details', metal, weight, ['Dimensions', product.dimensions]]]
    case 'pendants':
      return [
        [
          'Details',
          ['Chain length', formatInches(product.chainLengthInches)],
          category,
          metal,
          style,
          weight,
          priceBasis,
        ],
      ]
    // Required by nobody: as its neighbours.
    case 'bracelets':
      return [['Details', category, metal, style, weight]]
    case 'bangles':
      return [['Details', category, metal, style, weight, ['Size', formatInches(product.sizeInches)]]]
    case 'chains':
      return [
        [
          'Details',
          weight,
          ['Length', product.lengthInches === undefined ? undefined : formatInches(product.lengthInches)],
          priceBasis,
        ],
      ]
    case 'gems':
      return [
        [
          'Details',
          ['Weight', formatCarats(product.weightMg)],
          category,
          ['Color', product.color],
          ['Clarity', product.clarity],
          ['Origin', product.origin],
        ],
      ]
    case 'idols':
      return [
        [
          'Details',
          ['Material', product.metal],
          weight,
          ['Height', product.heightInches === undefined ? undefined : formatInches(product.heightInches)],
          style,
        ],
      ]
    case 'anklet':
      return [['Details', category, metal, style]]
    case 'mangal-sutra': {
      const chainLength = ['Chain length', formatInches(product.chainLengthInches)] as const
      return [
        ['Product Details', weight, chainLength],
        ['Specifications', category, metal, style, chainLength, priceBasis],
      ]
    }
  }
}

function rowOf([label, value]: Fact): readonly Detail[] {
  return value === undefined ? [] : [{ label, value }]
}

/** How the price comes about; chains say it without percentages. Undefined where the price is fixed. */
function priceBasisOf(product: Product): string | undefined {
  const { breakup } = priceOf(product)
  if (!breakup) return undefined
  const value = `Weight × ${RATE_NAMES[breakup.metal]} rate per gram`
  return product.type === 'chains'
    ? `${value} + making charges`
    : `${value} + ${MAKING_CHARGE_PERCENT}% making charges + ${GST_PERCENT}% GST`
}
