/**
 * The pages. Those that are the same for everybody are files of the build; what a file cannot answer (an address with
 * filters in it, a page that does not exist) is rendered by the same code on the spot.
 */
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler } from 'react-router'
import { BUILD_HEADER, buildIdOf, BUILD_SETTINGS_FILE, type BuildSettings } from '#contract/build.ts'
import { createKeptFiles, fileResponse, readBuiltFiles, readText, type BuiltFile } from './files.ts'
import { redactPath, type Log } from './log.ts'
import { contentSecurityPolicy, type ExternalOrigins } from './security.ts'

export type Pages = (request: Request) => Promise<Response>

/** Cookie of a session (server/accounts/auth.ts); with TLS it carries a prefix. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?swarnika\.session_token=/

const CACHE = {
  /** Names carry a hash of the content. */
  hashed: 'public, max-age=31536000, immutable',
  picture: 'public, max-age=86400, stale-while-revalidate=604800',
  page: 'no-cache',
}

/** Throws when `build/` does not exist: `npm run build` makes it. */
export async function createPages(root: string, outsiders: ExternalOrigins, log: Log): Promise<Pages> {
  const server = join(root, 'build/server/index.js')
  if (!existsSync(server)) throw new Error('There is no build yet. Run: npm run build')
  const earlier = join(root, 'build/earlier')
  const files = new Map([
    // Pages that are open since before the last deployment ask for its scripts.
    ...(existsSync(earlier) ? await readBuiltFiles(earlier) : []),
    ...(await readBuiltFiles(join(root, 'build/client'))),
  ])
  const render = createRequestHandler(await import(pathToFileURL(server).href), 'production')
  const kept = createKeptFiles()
  const policies = new Map<string, string>()
  const build = await buildOf(root)

  return async (request) => {
    const url = new URL(request.url)
    // One address for each page; and `//elsewhere.example`, sent on as it is, would lead out of the shop.
    const path = url.pathname.replaceAll(/\/+/g, '/').replace(/(?<=.)\/$/, '')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
    if (path !== url.pathname) return redirect(`${path}${url.search}`, 308)
    const isPrivate = path === '/account' || path.startsWith('/account/')
    if (isPrivate && !SESSION_COOKIE.test(request.headers.get('cookie') ?? ''))
      return redirect(`/login?from=${encodeURIComponent(path)}`, 302)

    const file = files.get(path)
    if (file && !path.endsWith('.html'))
      return fileResponse(kept, { request, file, headers: { 'cache-control': cacheOf(path) } })
    const page = url.search === '' ? files.get(join(path, 'index.html')) : undefined
    if (page) return fileResponse(kept, { request, file: page, headers: await pageHeaders(page) })
    return renderOnDemand(request)
  }

  async function pageHeaders(page: BuiltFile): Promise<Record<string, string>> {
    let policy = policies.get(page.path)
    if (policy === undefined) {
      policy = contentSecurityPolicy(await readText(page), outsiders)
      policies.set(page.path, policy)
    }
    return { 'cache-control': CACHE.page, 'content-security-policy': policy, [BUILD_HEADER]: build }
  }

  async function renderOnDemand(request: Request): Promise<Response> {
    const answer = await render(new Request(request.url, { headers: request.headers, method: 'GET' }))
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer
    const html = await answer.text()
    if (answer.status >= 500)
      log.error('page not rendered', { path: redactPath(new URL(request.url).pathname) })
    const headers = new Headers(answer.headers)
    headers.set('cache-control', CACHE.page)
    headers.set(BUILD_HEADER, build)
    headers.set('content-security-policy', contentSecurityPolicy(html, outsiders))
    return new Response(request.method === 'HEAD' ? null : html, { status: answer.status, headers })
  }
}

/** What is written into the pages; null where there is no whole build. */
export function builtSettings(root: string): BuildSettings | null {
  const file = join(root, BUILD_SETTINGS_FILE)
  // As scripts/site/build.ts has written it.
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuildSettings) : null
}

/** Empty where the pages were built by hand: no service worker was made for them. */
async function buildOf(root: string): Promise<string> {
  const stamp = await readFile(join(root, 'build/stamp'), 'utf8').catch(() => '')
  return buildIdOf(stamp)
}

function cacheOf(path: string): string {
  if (path.startsWith('/assets/')) return CACHE.hashed
  if (/^\/(?:pictures|models)\//.test(path)) return CACHE.picture
  return CACHE.page
}

function redirect(location: string, status: 302 | 308): Response {
  return new Response(null, { status, headers: { location, 'cache-control': 'no-store' } })
}
