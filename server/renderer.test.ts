import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRenderer, type Renderer } from './renderer.ts'

const SITE_URL = 'https://shop.example'
const RENDER_MS = 300
const folder = mkdtempSync(join(tmpdir(), 'swarnika-renderer-'))
let renderer: Renderer

/** A build whose only page keeps its thread busy, or ends it. */
const BUILD = `
const handleRequest = (request, status, headers) => {
  if (request.url.endsWith('?crash')) process.exit(1)
  const end = Date.now() + ${RENDER_MS}
  while (Date.now() < end);
  headers.set('content-type', 'text/html')
  return new Response('<p>' + request.url + '</p>', { status, headers })
}
export const entry = { module: { default: handleRequest } }
export const routes = { root: { id: 'root', path: '', module: { default: () => null } } }
export const assets = { routes: {}, entry: {}, url: '', version: '' }
export const basename = '/'
export const future = {}
export const ssr = true
export const isSpaMode = false
export const prerender = []
export const publicPath = '/'
export const assetsBuildDirectory = ''
export const routeDiscovery = { mode: 'initial' }
`

beforeAll(async () => {
  mkdirSync(join(folder, 'build/server'), { recursive: true })
  writeFileSync(join(folder, 'build/server/package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'build/server/index.js'), BUILD)
  renderer = createRenderer(folder)
  await renderer.render(`${SITE_URL}/`)
})
afterAll(async () => {
  await renderer.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the renderer', () => {
  test('keeps the thread that serves free while a page is rendered', async () => {
    const before = process.threadCpuUsage()
    const page = await renderer.render(`${SITE_URL}/?metal=Gold`)
    const { user, system } = process.threadCpuUsage(before)
    expect(page).toMatchObject({ status: 200, body: `<p>${SITE_URL}/?metal=Gold</p>` })
    expect((user + system) / 1000).toBeLessThan(RENDER_MS / 10)
  })
  test('refuses pages beyond a full queue, and renders those in it', async () => {
    const small = createRenderer(folder, { queueMax: 2 })
    const pages = await Promise.all(Array.from({ length: 6 }, () => small.render(`${SITE_URL}/`)))
    await small.close()
    expect(pages.filter((page) => page === null).length).toBeGreaterThan(0)
    expect(pages.filter((page) => page?.status === 200).length).toBeGreaterThanOrEqual(2)
  })
  test('starts a new thread after one has died', async () => {
    await expect(renderer.render(`${SITE_URL}/?crash`)).rejects.toThrow()
    expect(await renderer.render(`${SITE_URL}/`)).toMatchObject({ status: 200 })
  })
})

test('without a build it says what to run', () => {
  expect(() => createRenderer(join(folder, 'nothing'))).toThrow('npm run build')
})
