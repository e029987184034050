import { expect, test } from 'vitest'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { createCollection } from '#domain/collection.ts'
import { sitemapFor } from './sitemap.ts'

const SITE_URL = 'https://shop.example'
const entry = (path: string) => `<url><loc>${SITE_URL}${path}</loc><lastmod>2026-11-22</lastmod></url>\n`
const built = `<urlset>\n${['/', '/rings', '/blog/1', '/rings/801', '/rings/802'].map(entry).join('')}</urlset>\n`

test('the sitemap of an edition lists its products, and the other pages like the build', () => {
  const rings = OPENING_CONTENT.products.filter(({ type }) => type === 'rings')
  const products = [801, 802].flatMap((id) => rings.filter((ring) => ring.id === id))
  const [kept, retired] = products
  if (!kept || !retired) throw new Error('The opening collection lacks rings')
  const edition = createCollection(
    { edition: 2, hash: 'other' },
    { ...OPENING_CONTENT, products: [kept, { ...retired, retired: true }, { ...kept, id: 900 }] },
  )
  expect(sitemapFor(built, edition, SITE_URL)).toBe(
    `<urlset>\n${['/', '/rings', '/blog/1', '/rings/801'].map(entry).join('')}<url><loc>${SITE_URL}/rings/900</loc></url>\n</urlset>\n`,
  )
})
