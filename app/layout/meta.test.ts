import { expect, test } from 'vitest'
import { breadcrumbList, pageMeta } from './meta.ts'

const rings = { title: 'Rings', description: 'All rings', path: '/rings' }

test('a page names its one address', () => {
  expect(pageMeta(rings)).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'http://localhost:3000/rings',
  })
})

// Shows D33.noindex
test('a page of one person is kept from searchers and names no address', () => {
  const meta = pageMeta({ ...rings, noindex: true })
  expect(meta).toContainEqual({ name: 'robots', content: 'noindex' })
  expect(meta.filter((entry) => 'rel' in entry)).toEqual([])
})

test('the title ends with the name of the shop', () => {
  expect(pageMeta(rings)).toContainEqual({ title: 'Rings | Swarnika Jewellers' })
})

test('breadcrumbs lead from the home page to the page itself', () => {
  const { itemListElement } = breadcrumbList([{ label: 'Rings', to: '/rings' }], {
    label: 'Noor',
    to: '/rings/802',
  })
  expect(itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'http://localhost:3000/' },
    { '@type': 'ListItem', position: 2, name: 'Rings', item: 'http://localhost:3000/rings' },
    { '@type': 'ListItem', position: 3, name: 'Noor', item: 'http://localhost:3000/rings/802' },
  ])
})
