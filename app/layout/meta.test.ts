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

test('a long description ends with a whole sentence that searchers show', () => {
  const sentence = 'A ring of white gold with a round diamond, made in our own workshop in New Delhi.'
  const description = `${sentence} ${sentence} ${sentence}`
  expect(pageMeta({ ...rings, description })).toContainEqual({ name: 'description', content: sentence })
})

test('one long sentence ends with a whole word', () => {
  const description = 'polki '.repeat(40).trim()
  const cut = pageMeta({ ...rings, description }).find(
    (entry) => 'name' in entry && entry.name === 'description',
  )
  expect(cut).toMatchObject({ content: expect.stringMatching(/^(?:polki )+polki…$/) })
})

test('a shared picture says its measures', () => {
  const meta = pageMeta({ ...rings, picture: { path: '/pictures/a.webp', width: 1024, height: 768 } })
  expect(meta).toContainEqual({ property: 'og:image', content: 'http://localhost:3000/pictures/a.webp' })
  expect(meta).toContainEqual({ property: 'og:image:width', content: '1024' })
  expect(meta).toContainEqual({ property: 'og:image:height', content: '768' })
})
