import { expect, test } from 'vitest'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { applyFilters, filtersFromParams } from '#domain/filter.ts'
import { listingOf } from '#domain/listing.ts'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { panelGroupsOf } from './category-panels.ts'

test('every link of a category panel finds some pieces of its listing, but not all', () => {
  const odd = PRODUCT_TYPES.flatMap((type) => {
    const listing = listingOf(type)
    const pieces = OPENING_COLLECTION.products.filter((product) => product.type === type)
    return panelGroupsOf(type)
      .flatMap(({ links }) => links)
      .filter(({ to }) => {
        const params = new URL(to, 'https://shop.example').searchParams
        const found = applyFilters(pieces, listing, filtersFromParams(params, listing, pieces)).length
        return found === 0 || found === pieces.length
      })
  })
  expect(odd).toEqual([])
})
