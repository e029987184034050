import { expect, test } from 'vitest'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { CATEGORIES, CATEGORY_LINKS } from './categories.ts'

// Shows 2.menu.categories, D19.menu
test('the category menu has the required labels in order, and Necklaces', () => {
  expect(CATEGORIES.map((category) => category.label)).toEqual([
    'All Products',
    'Bracelets/Bangles',
    'Rings',
    'Earrings',
    'Necklaces',
    'Sets',
    'Pendants / Lockets',
    'Chains',
    'Gems',
    'Idols',
    'Anklet',
    'Mangal Sutra',
  ])
})

// Shows D19.menu
test('Bracelets/Bangles opens both listings', () => {
  const both = CATEGORIES.find((category) => category.label === 'Bracelets/Bangles')
  expect(both && 'opens' in both && both.opens.map((link) => link.to)).toEqual(['/bracelets', '/bangles'])
})

test('the menu links to every product type', () => {
  const reached = new Set(CATEGORY_LINKS.map((link) => link.to))
  expect(PRODUCT_TYPES.filter((type) => !reached.has(`/${type}`))).toEqual([])
})
