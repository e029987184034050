/** A product in schema.org terms. Has no rating, because the shop's own appraisal is not a customer review. */
import type { PricedProduct } from '#domain/collection.ts'
import { availabilityOf, inGrams, pictureBase, skuOf, type Availability } from '#domain/product.ts'
import { RETURN_DAYS } from '#domain/deadlines.ts'
import { COUNTRY, CURRENCY, FREE_SHIPPING_FROM, SHOP } from '#domain/shop.ts'
import { presentationOf } from '#domain/presentation.ts'
import { standardSizeOf } from '#domain/sizes.ts'
import { paths } from '#app/paths.ts'
import { absoluteUrl, type JsonLd } from '#app/layout/meta.ts'

const AVAILABILITY: Record<Availability, string> = {
  'in stock': 'https://schema.org/InStock',
  'made to order': 'https://schema.org/BackOrder',
  'sold out': 'https://schema.org/OutOfStock',
}

export function productData(product: PricedProduct): JsonLd {
  const price = product.price.amount
  return {
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: skuOf(product),
    category: `${presentationOf(product.type).label}, ${product.category}`,
    ...('metal' in product && { material: product.metal }),
    weight: { '@type': 'QuantitativeValue', value: inGrams(product.weightMg), unitCode: GRAM },
    ...sizeOf(product),
    image: ([1, 2] as const).map((view) => absoluteUrl(`${pictureBase(product, view)}-1024.webp`)),
    brand: { '@type': 'Brand', name: SHOP.name },
    offers: {
      '@type': 'Offer',
      url: absoluteUrl(paths.product(product)),
      priceCurrency: CURRENCY,
      price: (price / 100).toFixed(2),
      availability: AVAILABILITY[availabilityOf(product)],
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: SHOP.name },
      hasMerchantReturnPolicy: RETURNS,
      // Below the threshold, the courier's rate depends on the pincode.
      ...(price >= FREE_SHIPPING_FROM && { shippingDetails: FREE_SHIPPING }),
    },
  }
}

const RETURNS = {
  '@type': 'MerchantReturnPolicy',
  applicableCountry: COUNTRY,
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: RETURN_DAYS,
}

const FREE_SHIPPING = {
  '@type': 'OfferShippingDetails',
  shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: CURRENCY },
  shippingDestination: { '@type': 'DefinedRegion', addressCountry: COUNTRY },
}

/** UN/CEFACT unit codes. */
const GRAM = 'GRM'
const INCH = 'INH'

function sizeOf(product: PricedProduct): { readonly size: unknown } | null {
  const inches = (value: number) => ({ '@type': 'QuantitativeValue', value, unitCode: INCH })
  if (product.type === 'bangles') return { size: standardSizeOf(product) }
  if (product.type === 'idols') return { size: product.size }
  if ('chainLengthInches' in product) return { size: inches(product.chainLengthInches) }
  if ('lengthInches' in product && product.lengthInches !== undefined)
    return { size: inches(product.lengthInches) }
  return null
}
