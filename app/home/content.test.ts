import { expect, test } from 'vitest'
import { CAROUSEL_PICTURES } from '#domain/shop.ts'
import { showcase } from './content.ts'

// Shows 2.home.carousel, 2.home.new-arrivals, 2.home.featured
test('the home page shows fourteen slides, four new arrivals and six featured pieces', async () => {
  const { slides, newArrivals, featured } = await showcase()
  expect([slides.length, newArrivals.length, featured.length]).toEqual([CAROUSEL_PICTURES, 4, 6])
})

test('each slide has a picture, a headline and a description of its own', async () => {
  const { slides } = await showcase()
  expect(slides.map((slide) => slide.number)).toEqual(Array.from({ length: 14 }, (_, place) => place + 1))
  expect(new Set(slides.map((slide) => slide.headline)).size).toBe(14)
  expect(new Set(slides.map((slide) => slide.shows)).size).toBe(14)
})

test('cards carry no texts of the detail pages', async () => {
  const { newArrivals, featured } = await showcase()
  expect([...newArrivals, ...featured].filter((product) => product.description !== '')).toEqual([])
})
