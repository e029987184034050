/**
 * Serves pages of the current edition: files of the build if it has the same edition, otherwise pages cached or
 * rendered on demand.
 */
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BUILD_HEADER, buildIdOf, BUILD_SETTINGS_FILE, type BuildSettings } from '#contract/build.ts'
import { VERSION_HEADER } from '#contract/edition.ts'
import { versionOf, type CollectionIndex } from '#domain/collection.ts'
import type { CurrentCollection } from './collection/current.ts'
import { createEditionPages, type BuiltPages, type EditionPages } from './edition-pages.ts'
import {
  contentReply,
  createFileCache,
  fileReply,
  headOf,
  readBrotli,
  readBuiltFiles,
  readBuiltText,
  toResponse,
  type BuiltFile,
  type FileCache,
  type Reply,
  type RequestHead,
} from './files.ts'
import { UNAVAILABLE } from './http.ts'
import { redactPath, type Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { pictureHeaders, uploadedFileAt, type PictureFiles } from './pictures/files.ts'
import type { RenderedPage } from './render-worker.ts'
import type { Renderer } from './renderer.ts'
import {
  contentSecurityPolicy,
  DESK_PERMISSIONS_POLICY,
  deskSecurityPolicy,
  PERMISSIONS_POLICY,
  type ExternalOrigins,
} from './security.ts'

export interface Pages {
  respond(request: Request): Promise<Response>
  /** Null for pages that differ between visitors. `target` is the path, with the query if there is one. */
  cached(target: string, head: RequestHead): Promise<Reply | null>
}

/** Session cookie of server/accounts/auth.ts; over TLS its name has a prefix. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?swarnika\.session_token=/

const CACHE = {
  /** File names contain a hash of the content. */
  hashed: 'public, max-age=31536000, immutable',
  picture: 'public, max-age=86400, stale-while-revalidate=604800',
  page: 'no-cache',
}

interface PageOptions {
  /** Omitted in tests without uploaded pictures. */
  readonly pictures?: Pick<PictureFiles, 'cached'>
  readonly renderer: Renderer
  readonly collection: Pick<CurrentCollection, 'latest' | 'previous' | 'onChange'>
  readonly externalOrigins: ExternalOrigins
  readonly log: Log
  readonly metrics?: Pick<Metrics, 'observePage'> | undefined
}

/** Dependencies of the responses. */
interface Site extends PageOptions {
  readonly files: ReadonlyMap<string, BuiltFile>
  readonly cache: FileCache
  readonly built: BuiltPages
  readonly buildId: string
  readonly editionPages: EditionPages
  /** The content-security policies of the built pages. */
  readonly policies: Map<string, string>
}

export async function createPages(root: string, options: PageOptions): Promise<Pages> {
  const previousBuild = join(root, 'build/earlier')
  const files = new Map([
    // Pages opened before the last deployment request scripts of the previous build.
    ...(existsSync(previousBuild) ? readBuiltFiles(previousBuild) : []),
    ...readBuiltFiles(join(root, 'build/client')),
  ])
  const cache = createFileCache()
  const buildId = await readBuildId(root)
  const built = await builtPages(files)
  const { siteUrl } = options.externalOrigins
  const editionPages = createEditionPages({ ...options, built, siteUrl })
  const site: Site = { ...options, files, cache, built, buildId, editionPages, policies: new Map() }

  return {
    respond: (request) => respond(site, request),
    async cached(target, head) {
      if (isAccountPage(target.split('?')[0] ?? '')) return null
      const uploaded = uploadedFileAt(target)
      if (uploaded !== undefined) return uploadedReply(site, uploaded, head)
      const asset = await assetReply(site, target, head)
      if (asset) return asset
      if (built.paths.has(target)) return cachedPage(site, target, head)
      const page = editionPages.cachedPageWithQuery(target)
      return page && renderedReply(site, page, head)
    },
  }
}

async function respond(site: Site, request: Request): Promise<Response> {
  const url = new URL(request.url)
  // One URL per page. Unless collapsed, `//elsewhere.example` would redirect to another site.
  const path = url.pathname.replaceAll(/\/+/g, '/').replace(/(?<=.)\/$/, '')
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  if (path !== url.pathname) return redirect(`${path}${url.search}`, 308)
  if (isAccountPage(path) && !SESSION_COOKIE.test(request.headers.get('cookie') ?? ''))
    return redirect(`/login?from=${encodeURIComponent(path)}`, 302)
  if (path === '/checkout') return redirect('/cart?step=checkout', 302)
  if (path === CURRENT_COLLECTION) return currentCollection(site)
  if (isDesk(path)) return deskPage(site, headOf(request))

  const asset = await assetReply(site, path, headOf(request))
  if (asset) return toResponse(asset)
  const hash = /^\/collection\/(\w+)\//.exec(path)?.[1]
  if (hash !== undefined) return collectionFile(site, request, path, hash)
  return url.search === '' ? pageAt(site, request, path) : renderOnDemand(site, request)
}

function isAccountPage(path: string): boolean {
  return path === '/account' || path.startsWith('/account/')
}

function isDesk(path: string): boolean {
  return path === '/desk' || path.startsWith('/desk/')
}

/** The same empty page for all screens of the desk: the calls that it makes decide who may see what. */
async function deskPage(
  { files, cache, buildId, externalOrigins }: Site,
  head: RequestHead,
): Promise<Response> {
  const file = files.get(DESK_FILE)
  if (!file) throw new Error('The build has no desk. Run: npm run build')
  const headers = {
    'cache-control': CACHE.page,
    'content-security-policy': deskSecurityPolicy(externalOrigins),
    [PERMISSIONS_POLICY]: DESK_PERMISSIONS_POLICY,
    'x-robots-tag': 'noindex',
    [BUILD_HEADER]: buildId,
  }
  return toResponse(await fileReply(cache, file, { head, headers }))
}

/** Null unless it is in memory: the app reads it (server/pictures/files.ts). */
function uploadedReply({ pictures }: Site, file: string, { method, ifNoneMatch }: RequestHead): Reply | null {
  const content = pictures?.cached(file)
  if (!content) return null
  const headers = pictureHeaders(file)
  if (ifNoneMatch === headers['etag']) return { status: 304, headers, body: null }
  return {
    status: 200,
    headers: { ...headers, 'content-length': String(content.byteLength) },
    body: method === 'HEAD' ? null : content,
  }
}

/** A file of the build that is not a page. */
async function assetReply(
  { files, built, cache }: Site,
  path: string,
  head: RequestHead,
): Promise<Reply | null> {
  const file = files.get(path)
  // Loader data of the current edition are rendered; the build's files have its own edition and no query.
  const isRendered = /\.(?:html|data)$/.test(path) || built.paths.has(path)
  return file && !isRendered
    ? fileReply(cache, file, { head, headers: { 'cache-control': cacheControlOf(path) } })
    : null
}

/** Tells pages that are open for long about a newer edition. */
function currentCollection({ collection }: Site): Response {
  const latest = collection.latest()
  return Response.json(
    { edition: latest.edition, hash: latest.hash },
    { headers: { 'cache-control': CACHE.page, [VERSION_HEADER]: versionOf(latest) } },
  )
}

async function collectionFile(
  { editionPages }: Site,
  request: Request,
  path: string,
  hash: string,
): Promise<Response> {
  const content = await editionPages.file(path, hash)
  return content?.status === 200
    ? toResponse(await contentReply(headOf(request), content, { 'cache-control': CACHE.hashed }))
    : new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
}

async function pageAt(site: Site, request: Request, path: string): Promise<Response> {
  const page = await site.editionPages.page(path)
  return page === 'built'
    ? toResponse(await builtPageReply(site, path, headOf(request)))
    : renderedPage(site, request, page)
}

/** Null if the response is an error page. */
async function cachedPage(site: Site, path: string, head: RequestHead): Promise<Reply | null> {
  const page = await site.editionPages.page(path)
  if (page === 'built') return builtPageReply(site, path, head)
  return page?.status === 200 ? renderedReply(site, page, head) : null
}

async function builtPageReply(site: Site, path: string, head: RequestHead): Promise<Reply> {
  const file = site.files.get(fileOfPage(path))
  if (!file) throw new Error(`The build has no page ${path}`)
  return fileReply(site.cache, file, { head, headers: await builtPageHeaders(site, file) })
}

async function builtPageHeaders(site: Site, page: BuiltFile): Promise<Record<string, string>> {
  const { policies, externalOrigins, buildId, built } = site
  let policy = policies.get(page.path)
  if (policy === undefined) {
    policy = contentSecurityPolicy(await readBuiltText(page), externalOrigins)
    policies.set(page.path, policy)
  }
  return {
    'cache-control': CACHE.page,
    'content-security-policy': policy,
    [BUILD_HEADER]: buildId,
    [VERSION_HEADER]: versionOf(built.edition),
  }
}

async function renderOnDemand(site: Site, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  return renderedPage(site, request, await site.editionPages.pageWithQuery(pathname + search))
}

async function renderedPage(site: Site, request: Request, page: RenderedPage | null): Promise<Response> {
  if (page === null)
    return new Response(UNAVAILABLE.message, { status: 503, headers: { 'retry-after': '2' } })
  if (page.status >= 500)
    site.log.error('page not rendered', { path: redactPath(new URL(request.url).pathname) })
  return toResponse(await renderedReply(site, page, headOf(request)))
}

function renderedReply({ buildId }: Site, page: RenderedPage, head: RequestHead): Promise<Reply> {
  return contentReply(head, page, {
    'cache-control': CACHE.page,
    [BUILD_HEADER]: buildId,
    [VERSION_HEADER]: page.version,
    ...(page.policy !== null && { 'content-security-policy': page.policy }),
    ...(page.location !== null && { location: page.location }),
  })
}

/** Where Vite writes the page of scripts/site/desk.ts. */
const DESK_FILE = '/app/desk/desk.html'
const CURRENT_COLLECTION = '/collection/current.json'
const SITEMAP = '/sitemap.xml'

const fileOfPage = (path: string) => (path === SITEMAP ? path : join(path, 'index.html'))

/** The pages of the build, and the sitemap, which lists them. */
async function builtPages(files: ReadonlyMap<string, BuiltFile>): Promise<BuiltPages> {
  const index = [...files.values()].find(({ path }) => /^\/collection\/\w+\/index\.json$/.test(path))
  if (!index) throw new Error('The build has no collection. Run: npm run build')
  const { edition, hash }: CollectionIndex = JSON.parse(await readBuiltText(index))
  const pages = [...files.keys()].filter((path) => path.endsWith('/index.html'))
  const paths = pages.map((path) => path.slice(0, -'/index.html'.length) || '/')
  return {
    edition: { edition, hash },
    paths: new Set([...paths, ...(files.has(SITEMAP) ? [SITEMAP] : [])]),
    async read(path) {
      const file = files.get(fileOfPage(path))
      return file ? readBrotli(file) : null
    },
  }
}

/** Null if there is no complete build. */
export function readBuildSettings(root: string): BuildSettings | null {
  const file = join(root, BUILD_SETTINGS_FILE)
  // Written by scripts/site/build.ts.
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuildSettings) : null
}

/** Empty for pages that were built without a service worker. */
async function readBuildId(root: string): Promise<string> {
  const stamp = await readFile(join(root, 'build/stamp'), 'utf8').catch(() => '')
  return buildIdOf(stamp)
}

function cacheControlOf(path: string): string {
  if (/^\/(?:assets|collection|desk-assets)\//.test(path)) return CACHE.hashed
  if (/^\/(?:pictures|models|spins)\//.test(path)) return CACHE.picture
  return CACHE.page
}

function redirect(location: string, status: 302 | 308): Response {
  return new Response(null, { status, headers: { location, 'cache-control': 'no-store' } })
}
