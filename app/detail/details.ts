/** The facts that a detail page shows, type by type (requirements, section 2, detail pages). */
import type { PricedProduct } from '#domain/collection.ts'
import { metalWithPurity } from '#domain/purity.ts'
import { formatGemWeight } from '#domain/gem-weight.ts'
import { formatCarats, formatGrams, formatInches, METAL_NAMES } from '#domain/measures.ts'

export interface Detail {
  readonly label: string
  readonly value: string
}
export interface DetailGroup {
  readonly title: string
  readonly rows: readonly Detail[]
}

/** A fact without value is omitted. */
type Fact = readonly [label: string, value: string | undefined]

export function detailGroupsOf(product: PricedProduct): readonly DetailGroup[] {
  return factGroupsOf(product).map(([title, ...facts]) => ({ title, rows: facts.flatMap(rowOf) }))
}

type FactGroup = readonly [title: string, ...facts: readonly Fact[]]

function factGroupsOf(product: PricedProduct): readonly FactGroup[] {
  const weight = ['Weight', formatGrams(product.weightMg)] as const
  const category = ['Category', product.category] as const
  const metal = ['Metal', 'metal' in product ? metalWithPurity(product.metal) : undefined] as const
  const style = ['Style', 'style' in product ? product.style : undefined] as const
  const priceBasis = ['Price basis', priceBasisOf(product)] as const
  switch (product.type) {
    case 'rings':
      return oneGroup(weight, diamonds(product.diamondWeightMg), category, metal, style, [
        'Gender',
        product.gender,
      ])
    case 'necklaces':
      return oneGroup(weight, length('Length', product.lengthInches), category, metal, style, priceBasis)
    case 'tops':
      return oneGroup(metal, style, weight)
    case 'sets':
      return oneGroup(metal, weight, ['Dimensions', product.dimensions])
    case 'pendants': {
      const chainLength = length('Chain length', product.chainLengthInches)
      return oneGroup(chainLength, category, metal, style, weight, priceBasis)
    }
    // Not specified in the requirements.
    case 'bracelets':
      return oneGroup(category, metal, style, weight)
    case 'bangles':
      return oneGroup(category, metal, style, weight, length('Size', product.sizeInches))
    case 'chains':
      return oneGroup(weight, length('Length', product.lengthInches), priceBasis)
    case 'gems': {
      const { color, clarity, origin } = product
      const carats = ['Weight', formatCarats(product.weightMg)] as const
      return oneGroup(carats, category, ['Color', color], ['Clarity', clarity], ['Origin', origin])
    }
    case 'idols':
      return oneGroup(
        ['Material', metalWithPurity(product.metal)],
        weight,
        length('Height', product.heightInches),
        style,
      )
    case 'anklet':
      return oneGroup(category, metal, style)
    case 'mangal-sutra': {
      const chainLength = length('Chain length', product.chainLengthInches)
      return [
        ['Product Details', weight, chainLength],
        ['Specifications', category, metal, style, chainLength, priceBasis],
      ]
    }
  }
}

function oneGroup(...facts: readonly Fact[]): readonly FactGroup[] {
  return [['Details', ...facts]]
}

function length(label: string, inches: number | undefined): Fact {
  return [label, inches === undefined ? undefined : formatInches(inches)]
}

function diamonds(weightMg: number | undefined): Fact {
  return ['Diamonds', weightMg ? formatGemWeight(weightMg) : undefined]
}

function rowOf([label, value]: Fact): readonly Detail[] {
  return value === undefined ? [] : [{ label, value }]
}

/** Chains omit the percentages (`2.detail.chain`). Undefined for a fixed price. */
function priceBasisOf(product: PricedProduct): string | undefined {
  const { breakup } = product.price
  if (!breakup) return undefined
  const value = `Weight × ${METAL_NAMES[breakup.metal]} rate per gram`
  return product.type === 'chains'
    ? `${value} + making charges`
    : `${value} + ${breakup.makingChargePercent}% making charges + ${breakup.gstPercent}% GST`
}
