import type { Collection } from '#domain/collection.ts'
import { isProductType } from '#domain/product.ts'

/** The sitemap of the build (scripts/site/addresses.ts) with the products of another edition. */
export function sitemapFor(built: string, { products }: Collection, siteUrl: string): string {
  const addresses = new Set(products.map(({ type, id }) => `${siteUrl}/${type}/${id}`))
  const kept = built.replaceAll(/<url><loc>([^<]*)<\/loc>.*?<\/url>\n/g, (entry, address: string) =>
    addresses.delete(address) || !isProductPage(address, siteUrl) ? entry : '',
  )
  const added = [...addresses].map((address) => `<url><loc>${address}</loc></url>\n`).join('')
  return kept.replace('</urlset>', () => `${added}</urlset>`)
}

function isProductPage(address: string, siteUrl: string): boolean {
  const [type, id] = address.slice(siteUrl.length + 1).split('/')
  return isProductType(type) && id !== undefined
}
