/** What an order line records when it is placed, so that documents and later questions need nothing else. */
import type { PricedProduct } from './collection.ts'
import { multiply, type Paise } from './money.ts'
import type { IndianState } from './pincode.ts'
import type { OfferBase, PriceBreakup } from './price.ts'
import { pictureBase, type Metal, type Product } from './product.ts'
import { PURITIES } from './purity.ts'
import { SHOP } from './shop.ts'
import { stateNamed, taxClassOf, taxWithin, type TaxAmounts } from './tax.ts'

/** In addition to the line's product key, name, size, quantity, prices and saving; the edition is the order's. */
export interface LineFacts {
  /** Base path, without width and format. */
  readonly picture: string
  /** Null for a gem. */
  readonly metal: Metal | null
  /** As printed on documents, such as 22K916; null if the shop states none. */
  readonly purity: string | null
  readonly grossWeightMg: number
  /** Null if the collection does not record the stones of the piece. */
  readonly stoneWeightMg: number | null
  /** The weight of the metal without stones; null if the weight of the stones is not recorded. */
  readonly netWeightMg: number | null
  /** How the price of one piece was computed, before the offer: rate, values, making charge. Null for a fixed price. */
  readonly breakup: PriceBreakup | null
  /** For one piece, before the offer. */
  readonly priceBefore: Paise
  readonly offerPercent: number
  /** The amount that the percentage is taken of; the price if omitted. */
  readonly offerOn?: OfferBase
  /** The customer's code that gave the offer. */
  readonly offerCode?: string
  /** Null for a gem of an unknown kind. */
  readonly tax: LineTax | null
}

/** Hallmarked gold bears a HUID on every piece. */
export function needsHuids({ facts }: { readonly facts: Pick<LineFacts, 'purity'> | null }): boolean {
  return facts?.purity != null
}

/** The tax of the whole line (D38). */
export interface LineTax {
  readonly hsn: string
  readonly ratePercent: number
  /** Null if the address names no state of India: the tax cannot be split then. */
  readonly placeOfSupply: IndianState | null
  readonly amounts: TaxAmounts | null
}

/** `shipToState` is the state as entered in the address. */
export function factsOf(product: PricedProduct, quantity: number, shipToState: string): LineFacts {
  const { amount, listPrice, offerPercent, offerOn, offerCode, breakup } = product.price
  const metal = 'metal' in product ? product.metal : null
  const stoneWeightMg = stoneWeightOf(product)
  return {
    picture: pictureBase(product, 1),
    metal,
    purity: metal && PURITIES[metal],
    grossWeightMg: product.weightMg,
    stoneWeightMg,
    netWeightMg: stoneWeightMg === null ? null : product.weightMg - stoneWeightMg,
    breakup,
    priceBefore: listPrice,
    offerPercent,
    ...(offerOn && { offerOn }),
    ...(offerCode && { offerCode }),
    tax: taxOf(product, multiply(amount, quantity), stateNamed(shipToState)),
  }
}

function stoneWeightOf(product: Product): number | null {
  if (product.type === 'gems') return product.weightMg
  return product.type === 'rings' ? (product.diamondWeightMg ?? null) : null
}

function taxOf(product: Product, total: Paise, placeOfSupply: IndianState | null): LineTax | null {
  const taxClass = taxClassOf(product)
  if (!taxClass) return null
  return {
    ...taxClass,
    placeOfSupply,
    amounts: placeOfSupply && taxWithin(total, taxClass.ratePercent, placeOfSupply === SHOP.state),
  }
}
