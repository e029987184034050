import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { createCollection, sourceOf, type CollectionSource } from '#domain/collection.ts'
import { serverVersion } from '#app/api.ts'
import { syntheticContent } from '../../scripts/bench/synthetic.ts'
import { largeScopes } from './collection.server.ts'
import { searchCollection } from './collection.ts'
import './latest-version.ts'

interface Answer {
  readonly version: string
  readonly names: readonly string[]
}

let fetched: string[]
beforeEach(() => {
  fetched = []
  vi.stubGlobal('document', { documentElement: { dataset: { collection: '1.a', large: 'sets all' } } })
  vi.stubGlobal('fetch', async (path: string) => {
    fetched.push(path)
    return Response.json([{ name: 'of a file' }])
  })
})
afterEach(() => vi.unstubAllGlobals())

async function fromFiles({ version, productsOf }: CollectionSource): Promise<Answer> {
  return { version, names: (await productsOf('sets')).map(({ name }) => name) }
}

const search = (scope: string, serverLoader: () => Promise<Answer>, signal?: AbortSignal) =>
  searchCollection(scope, fromFiles, {
    request: new Request('https://shop.example/sets', { signal }),
    serverLoader,
  })
const ofServer = (version: string) => async () => ({ version, names: ['of the server'] })
const offline = () => Promise.reject(new TypeError('Failed to fetch'))

test('the browser searches a small scope in the files of the edition', async () => {
  expect((await search('rings', ofServer('1.a'))).names).toEqual(['of a file'])
  expect(fetched).toEqual(['/collection/a/sets.json'])
})

// Shows D15.server
test('the server searches a large scope, and the browser fetches no file', async () => {
  expect((await search('sets', ofServer('1.a'))).names).toEqual(['of the server'])
  expect(fetched).toEqual([])
})

test('a newer edition is noticed, like in API responses', async () => {
  await search('sets', ofServer('2.b'))
  expect(serverVersion.get()).toBe('2.b')
})

test('an older edition from a server that lags is not shown', async () => {
  document.documentElement.dataset.collection = '3.c'
  expect((await search('sets', ofServer('2.b'))).names).toEqual(['of a file'])
  expect(fetched).toEqual(['/collection/c/sets.json'])
})

// Shows D37.told
test.each([
  ['waits for a server that lags', [5, 'e5'], '6.f6', [6, 'f6'], '6.f6'],
  ['follows a newer edition if its own is gone', [8, 'b8'], '6.a6', [8, 'b8'], '8.b8'],
] as const)('a page %s', async (_, first, page, second, shown) => {
  vi.useFakeTimers()
  document.documentElement.dataset.collection = page
  const versions = [first, second]
  let available: string | null = null
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/collection/current.json') {
      const [edition, hash] = versions.shift() ?? second
      // The next request reaches a server that has caught up.
      available = shown.endsWith(hash) ? hash : null
      return Response.json({ edition, hash })
    }
    return available !== null && path.includes(`/${available}/`)
      ? Response.json([{ name: 'of a file' }])
      : new Response(null, { status: 404 })
  })
  const loaded = search('rings', ofServer(page))
  // Its modules are loaded in between.
  for (let steps = 0; steps < 40; steps++) await vi.advanceTimersByTimeAsync(100)
  expect(await loaded).toEqual({ version: shown, names: ['of a file'] })
  expect(document.documentElement.dataset.collection).toBe(shown)
  vi.useRealTimers()
})

test('without a connection the browser searches a large scope too', async () => {
  expect((await search('sets', offline)).names).toEqual(['of a file'])
})

test.each([
  ['a rejection of the server', () => Promise.reject(new Error('503')), undefined, /503/],
  ['an aborted search', offline, AbortSignal.abort(), /Failed to fetch/],
])('after %s the browser fetches no file', async (_, serverLoader, signal, error) => {
  await expect(search('sets', serverLoader, signal)).rejects.toThrow(error)
  expect(fetched).toEqual([])
})

test('the server names scopes too large for browsers: no type of the opening collection', async () => {
  expect(await largeScopes(sourceOf(OPENING_COLLECTION))).toEqual([])
  const large = createCollection({ edition: 2, hash: 'b' }, syntheticContent({ sets: 600 }))
  expect(await largeScopes(sourceOf(large))).toEqual(['sets', 'all'])
  const spread = createCollection({ edition: 2, hash: 'b' }, syntheticContent({ rings: 300, sets: 300 }))
  expect(await largeScopes(sourceOf(spread))).toEqual(['all'])
})
