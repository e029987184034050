/** A piece as search engines read it (schema.org). No rating: the shop's own appraisal is no customer's. */
import { priceOf } from '#domain/price.ts'
import { availabilityOf, skuOf, type Availability, type Product } from '#domain/product.ts'
import { CURRENCY, SHOP } from '#domain/shop.ts'
import { showcaseOf } from '#domain/showcase.ts'
import { paths } from '#app/paths.ts'
import { PICTURE_VIEWS, pictureBase } from '#app/product/pictures.ts'
import { absoluteUrl, type JsonLd } from '#app/layout/meta.ts'

const AVAILABILITY: Record<Availability, string> = {
  'in stock': 'https://schema.org/InStock',
  'made to order': 'https://schema.org/BackOrder',
  'sold out': 'https://schema.org/OutOfStock',
}

export function productData(product: Product): JsonLd {
  return {
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: skuOf(product),
    category: `${showcaseOf(product.type).label}, ${product.category}`,
    ...('metal' in product && { material: product.metal }),
    image: PICTURE_VIEWS.map((view) => absoluteUrl(`${pictureBase(product, view)}-1024.webp`)),
    brand: { '@type': 'Brand', name: SHOP.name },
    offers: {
      '@type': 'Offer',
      url: absoluteUrl(paths.product(product)),
      priceCurrency: CURRENCY,
      // In rupees, as the vocabulary wants it.
      price: (priceOf(product).amount / 100).toFixed(2),
      availability: AVAILABILITY[availabilityOf(product)],
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: SHOP.name },
    },
  }
}
