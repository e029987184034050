import { expect, test } from 'vitest'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { sourceOf } from '#domain/collection.ts'
import { CAROUSEL_PICTURES } from '#domain/screen.ts'
import { fuzzySearch } from '#domain/fuzzy-search.ts'
import { loadHomeContent } from './content.ts'

const opening = sourceOf(OPENING_COLLECTION)

// Shows 2.home.carousel, 2.home.new-arrivals, 2.home.featured
test('the home page has fourteen slides, four new arrivals and six featured products', async () => {
  const { slides, newArrivals, featured } = await loadHomeContent(opening)
  expect([slides.length, newArrivals.length, featured.length]).toEqual([CAROUSEL_PICTURES, 4, 6])
})

test('each slide has its own picture, headline and text alternative', async () => {
  const { slides } = await loadHomeContent(opening)
  expect(slides.map((slide) => slide.number)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1))
  expect(new Set(slides.map((slide) => slide.headline)).size).toBe(14)
  expect(new Set(slides.map((slide) => slide.shows)).size).toBe(14)
})

test('cards carry no descriptions', async () => {
  const { newArrivals, featured } = await loadHomeContent(opening)
  expect([...newArrivals, ...featured].filter((product) => product.description !== '')).toEqual([])
})

test('every “shop by” link of the home page finds at least two products', async () => {
  const { shopBy } = await loadHomeContent(opening)
  const found = shopBy.flatMap(({ labels }) =>
    labels.map((label) => [label, fuzzySearch(label, OPENING_COLLECTION.products).products.length] as const),
  )
  expect(found.filter(([, count]) => count < 2)).toEqual([])
  expect(found).toHaveLength(20)
})
