import { expect, test } from 'vitest'
import { breadcrumbList, pageMeta } from './meta.ts'

const rings = { title: 'Rings', description: 'All rings', path: '/rings' }

test('a page has a canonical link', () => {
  expect(pageMeta(rings)).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'http://localhost:3000/rings',
  })
})

// Shows D33.noindex
test('a personal page is noindex and has no canonical link', () => {
  const meta = pageMeta({ ...rings, noindex: true })
  expect(meta).toContainEqual({ name: 'robots', content: 'noindex' })
  expect(meta.filter((entry) => 'rel' in entry)).toEqual([])
})

test('appends the name of the shop to the title', () => {
  expect(pageMeta(rings)).toContainEqual({ title: 'Rings | Swarnika Jewellers' })
})

test('breadcrumbs run from the home page to the page itself', () => {
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

test('cuts a long description after a whole sentence', () => {
  const sentence = 'A ring of white gold with a round diamond, made in our own workshop in New Delhi.'
  const description = `${sentence} ${sentence} ${sentence}`
  expect(pageMeta({ ...rings, description })).toContainEqual({ name: 'description', content: sentence })
})

test('cuts a single long sentence after a whole word', () => {
  const description = 'polki '.repeat(40).trim()
  const cut = pageMeta({ ...rings, description }).find(
    (entry) => 'name' in entry && entry.name === 'description',
  )
  expect(cut).toMatchObject({ content: expect.stringMatching(/^(?:polki )+polki…$/) })
})

test('a shared picture has its dimensions', () => {
  const meta = pageMeta({ ...rings, picture: { path: '/pictures/a.webp', width: 1024, height: 768 } })
  expect(meta).toContainEqual({ property: 'og:image', content: 'http://localhost:3000/pictures/a.webp' })
  expect(meta).toContainEqual({ property: 'og:image:width', content: '1024' })
  expect(meta).toContainEqual({ property: 'og:image:height', content: '768' })
})
