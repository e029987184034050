/**
 * Runs in a thread of server/renderer.ts. Needs no request headers, because the page fills in personal data. Compresses
 * as well, so that the serving thread only handles bytes.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { workerData } from 'node:worker_threads'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import { createCollection, versionOf, type Collection, type CollectionIndex } from '#domain/collection.ts'
import type { Product } from '#domain/product.ts'
import { contentSecurityPolicy, type ExternalOrigins } from './security.ts'
import { sitemapFor } from './sitemap.ts'

export interface RenderWorkerData {
  readonly buildUrl: string
  readonly externalOrigins: ExternalOrigins
}

export interface RenderedPage {
  /** The version of the collection. */
  readonly version: string
  readonly status: number
  readonly contentType: string
  readonly location: string | null
  /** Compressed by Brotli. */
  readonly body: Uint8Array<ArrayBuffer>
  readonly etag: string
  /** Null for responses that are not pages. */
  readonly policy: string | null
}

/** The same page of another edition: if its data are the same, it is not rendered again. */
export interface PreviousPage {
  readonly version: string
  readonly body: Uint8Array<ArrayBuffer>
}

export interface PageRequest {
  readonly url: string
  readonly previous?: PreviousPage
  /** Brotli quality; see PAGE_QUALITY and UNCACHED_BROTLI_QUALITY of server/renderer.ts. */
  readonly quality: number
}

/** A collection is sent in chunks, so that sending it never blocks the serving thread for long. */
export interface CollectionChunk {
  readonly index: CollectionIndex
  /** How many products came before. */
  readonly from: number
  readonly products: readonly Product[]
  readonly isLast: boolean
}

/** A collection that shares most of its products with another one, which the thread has. */
export interface CollectionPatch {
  readonly index: CollectionIndex
  /** The version of that collection. */
  readonly previous: string
  /** With their offsets among all products. */
  readonly products: readonly (readonly [offset: number, product: Product])[]
}

export type RenderTask =
  | ({ readonly kind: 'render'; readonly version: string } & PageRequest)
  | ({ readonly kind: 'receive' } & CollectionChunk)
  | ({ readonly kind: 'patch' } & CollectionPatch)
/** 'unknown': the thread does not have the collection or its first chunks, for example because it is new. */
export type RenderResult = RenderedPage | 'received' | 'unknown'

// Set by server/renderer.ts.
const { buildUrl, externalOrigins } = workerData as RenderWorkerData
const build = (await import(buildUrl)) as ServerBuild
const handle = createRequestHandler(build, 'production')
// app/entry.server.tsx exports it in addition to what React Router needs.
const { requestContext } = build.entry.module as ServerBuild['entry']['module'] & {
  readonly requestContext: (collection: Collection | null) => RouterContextProvider
}

/** The current and the previous one, which open pages still request. */
const COLLECTIONS_MAX = 2
const collections = new Map<string, Collection>()
const incoming = new Map<string, Product[]>()

export default function work(task: RenderTask): Promise<RenderResult> | RenderResult {
  switch (task.kind) {
    case 'render':
      return render(task)
    case 'receive':
      return receive(task)
    case 'patch':
      return applyPatch(task)
  }
}

function receive({ index, from, products, isLast }: CollectionChunk): RenderResult {
  const version = versionOf(index)
  const received = from === 0 ? [] : incoming.get(version)
  if (received?.length !== from) return 'unknown'
  incoming.set(version, received)
  received.push(...products)
  if (!isLast) return 'received'
  incoming.clear()
  store(index, received)
  return 'received'
}

function applyPatch({ index, previous, products: changed }: CollectionPatch): RenderResult {
  const products = collections.get(previous)?.content.products
  if (!products) return 'unknown'
  const patched = [...products]
  for (const [offset, product] of changed) patched[offset] = product
  // The same array if no product changes, so that both share what is computed from it.
  store(index, changed.length > 0 ? patched : products)
  return 'received'
}

function store(index: CollectionIndex, products: readonly Product[]): void {
  collections.set(versionOf(index), createCollection(index, { ...index, products }))
  for (const oldest of [...collections.keys()].slice(0, -COLLECTIONS_MAX)) collections.delete(oldest)
}

async function render(task: Extract<RenderTask, { kind: 'render' }>): Promise<RenderResult> {
  const { url, version, previous, quality } = task
  const collection = collections.get(version)
  if (!collection) return 'unknown'
  if (previous && new URL(url).pathname === '/sitemap.xml') {
    const body = sitemapFor(await textOf(previous), collection, externalOrigins.siteUrl)
    return pageOf({ version, body, status: 200, contentType: 'application/xml', location: null }, quality)
  }
  const unchanged = previous && (await showsTheSame(url, version, previous)) ? await textOf(previous) : null
  if (previous && unchanged !== null)
    return pageOf({ version, body: unchanged.replaceAll(previous.version, version), ...PAGE }, quality)
  const response = await handle(new Request(url), requestContext(collection))
  return pageOf(
    {
      version,
      body: await response.text(),
      status: response.status,
      contentType: response.headers.get('content-type') ?? 'application/octet-stream',
      location: response.headers.get('location'),
    },
    quality,
  )
}

const PAGE = { status: 200, contentType: 'text/html; charset=utf-8', location: null }

/** Whether the data of the page's loaders differ only in the version. A page takes nothing else from the collection. */
async function showsTheSame(url: string, version: string, previous: PreviousPage): Promise<boolean> {
  const { origin, pathname } = new URL(url)
  const dataUrl = `${origin}${pathname === '/' ? '/_' : pathname}.data`
  const dataOf = async (collection: Collection | null) => {
    const response = await handle(new Request(dataUrl), requestContext(collection))
    return { status: response.status, text: await response.text() }
  }
  const before = await dataOf(collections.get(previous.version) ?? null)
  const after = await dataOf(collections.get(version) ?? null)
  return (
    after.status === 200 &&
    before.status === 200 &&
    before.text.replaceAll(previous.version, version) === after.text
  )
}

const toBrotli = promisify(brotliCompress)
const fromBrotli = promisify(brotliDecompress)

async function textOf({ body }: PreviousPage): Promise<string> {
  return (await fromBrotli(body)).toString()
}

interface Page extends Pick<RenderedPage, 'version' | 'status' | 'contentType' | 'location'> {
  readonly body: string
}

async function pageOf({ body, ...page }: Page, quality: number): Promise<RenderedPage> {
  const bytes = Buffer.from(body)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return {
    ...page,
    // A copy, because a Buffer may be a view of a larger pool.
    body: new Uint8Array(await toBrotli(bytes, { params })),
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    policy: page.contentType.startsWith('text/html') ? contentSecurityPolicy(body, externalOrigins) : null,
  }
}
