/** Serves prerendered pages from the build; other URLs (filters in the query, unknown paths) are rendered on demand. */
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BUILD_HEADER, buildIdOf, BUILD_SETTINGS_FILE, type BuildSettings } from '#contract/build.ts'
import { createFileCache, fileResponse, readBuiltFiles, readText, type BuiltFile } from './files.ts'
import { UNAVAILABLE } from './http.ts'
import { redactPath, type Log } from './log.ts'
import type { Renderer } from './renderer.ts'
import { contentSecurityPolicy, type ExternalOrigins } from './security.ts'

export type Pages = (request: Request) => Promise<Response>

/** Session cookie of server/accounts/auth.ts; over TLS its name has a prefix. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?swarnika\.session_token=/

const CACHE = {
  /** File names contain a hash of the content. */
  hashed: 'public, max-age=31536000, immutable',
  picture: 'public, max-age=86400, stale-while-revalidate=604800',
  page: 'no-cache',
}

interface PageOptions {
  readonly renderer: Renderer
  readonly externalOrigins: ExternalOrigins
  readonly log: Log
}

export async function createPages(
  root: string,
  { renderer, externalOrigins, log }: PageOptions,
): Promise<Pages> {
  const previousBuild = join(root, 'build/earlier')
  const files = new Map([
    // Pages opened before the last deployment request scripts of the previous build.
    ...(existsSync(previousBuild) ? await readBuiltFiles(previousBuild) : []),
    ...(await readBuiltFiles(join(root, 'build/client'))),
  ])
  const cache = createFileCache()
  const policies = new Map<string, string>()
  const buildId = await readBuildId(root)

  return async (request) => {
    const url = new URL(request.url)
    // One URL per page. Unless collapsed, `//elsewhere.example` would be redirected to another site.
    const path = url.pathname.replaceAll(/\/+/g, '/').replace(/(?<=.)\/$/, '')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
    if (path !== url.pathname) return redirect(`${path}${url.search}`, 308)
    const isAccountPage = path === '/account' || path.startsWith('/account/')
    if (isAccountPage && !SESSION_COOKIE.test(request.headers.get('cookie') ?? ''))
      return redirect(`/login?from=${encodeURIComponent(path)}`, 302)

    const file = files.get(path)
    if (file && !path.endsWith('.html'))
      return fileResponse(cache, { request, file, headers: { 'cache-control': cacheControlOf(path) } })
    const page = url.search === '' ? files.get(join(path, 'index.html')) : undefined
    if (page) return fileResponse(cache, { request, file: page, headers: await pageHeaders(page) })
    return renderOnDemand(request)
  }

  async function pageHeaders(page: BuiltFile): Promise<Record<string, string>> {
    let policy = policies.get(page.path)
    if (policy === undefined) {
      policy = contentSecurityPolicy(await readText(page), externalOrigins)
      policies.set(page.path, policy)
    }
    return { 'cache-control': CACHE.page, 'content-security-policy': policy, [BUILD_HEADER]: buildId }
  }

  async function renderOnDemand(request: Request): Promise<Response> {
    const page = await renderer.render(request.url)
    if (page === null)
      return new Response(UNAVAILABLE.message, { status: 503, headers: { 'retry-after': '2' } })
    const { status, body } = page
    const headers = new Headers(page.headers)
    if (!headers.get('content-type')?.startsWith('text/html')) return new Response(body, { status, headers })
    if (status >= 500) log.error('page not rendered', { path: redactPath(new URL(request.url).pathname) })
    headers.set('cache-control', CACHE.page)
    headers.set(BUILD_HEADER, buildId)
    headers.set('content-security-policy', contentSecurityPolicy(body, externalOrigins))
    return new Response(request.method === 'HEAD' ? null : body, { status, headers })
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
  if (/^\/(?:assets|collection)\//.test(path)) return CACHE.hashed
  if (/^\/(?:pictures|models)\//.test(path)) return CACHE.picture
  return CACHE.page
}

function redirect(location: string, status: 302 | 308): Response {
  return new Response(null, { status, headers: { location, 'cache-control': 'no-store' } })
}
