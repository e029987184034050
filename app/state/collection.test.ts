import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { createCollection, sourceOf, type CollectionSource } from '#domain/collection.ts'
import { serverVersion } from '#app/api.ts'
import { syntheticContent } from '../../scripts/bench/synthetic.ts'
import { largeScopes } from './collection.server.ts'
import { searchCollection } from './collection.ts'

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

test('the browser searches what is small in the files of the edition', async () => {
  expect((await search('rings', ofServer('1.a'))).names).toEqual(['of a file'])
  expect(fetched).toEqual(['/collection/a/sets.json'])
})

// Shows D15.server
test('the server searches what is large, and the browser fetches no file', async () => {
  expect((await search('sets', ofServer('1.a'))).names).toEqual(['of the server'])
  expect(fetched).toEqual([])
})

test('a newer edition of the server is heard of, as from the API', async () => {
  await search('sets', ofServer('2.b'))
  expect(serverVersion.get()).toBe('2.b')
})

test('without a connection the browser searches what is large too', async () => {
  expect((await search('sets', offline)).names).toEqual(['of a file'])
})

test.each([
  ['a rejection of the server', () => Promise.reject(new Error('503')), undefined, /503/],
  ['a search that has been given up', offline, AbortSignal.abort(), /Failed to fetch/],
])('after %s the browser fetches no file', async (_, serverLoader, signal, error) => {
  await expect(search('sets', serverLoader, signal)).rejects.toThrow(error)
  expect(fetched).toEqual([])
})

test('the server names what is too large for browsers: no type of the opening collection', async () => {
  expect(await largeScopes(sourceOf(OPENING_COLLECTION))).toEqual([])
  const large = createCollection({ edition: 2, hash: 'b' }, syntheticContent({ sets: 600 }))
  expect(await largeScopes(sourceOf(large))).toEqual(['sets', 'all'])
  const spread = createCollection({ edition: 2, hash: 'b' }, syntheticContent({ rings: 300, sets: 300 }))
  expect(await largeScopes(sourceOf(spread))).toEqual(['all'])
})
