/**
 * The files of deploy/ name existing settings, paths and commands. Proxies and units are checked by their own tools.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { ROOT } from './console.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const filesIn = (folder: string, ending: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** Matches `docker exec … node scripts/staff.ts list`. */
const IMAGE_COMMANDS = ['audit', 'collection', 'staff', 'stock']

/** Project files and packages that these files load statically. */
function reachedFrom(entries: readonly string[]) {
  const files = new Set<string>()
  const packages = new Set<string>()
  const waiting = [...entries]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue
    files.add(file)
    for (const named of all(read(file), /^(?:import|export)(?! type)\s(?:[^'=;()]*?\sfrom\s)?'([^']+)'/gm)) {
      if (named.startsWith('#')) waiting.push(named.slice(1))
      else if (named.startsWith('.')) waiting.push(join(dirname(file), named))
      else if (!named.startsWith('node:')) packages.add(packageOf(named))
    }
  }
  return { files: [...files], packages: [...packages] }
}

/** `pg` of `pg/lib/utils.js`, `@hono/node-server` of itself. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

const SETTINGS = new Set(all(read('.env.example'), /^([A-Z_]+)=/gm))

test.each([
  ['deploy/Dockerfile', /^(?:ENV|ARG) (.*)$/gm],
  ['deploy/swarnika@.service', /^Environment=(.*)$/gm],
  ['deploy/shop.env.example', /^([A-Z_]+=)/gm],
  ['deploy/compose.yaml', /(?<=^x-shop:[^]*?^ {2}environment:\n)((?: {4}.*\n)+)/gm],
])('%s sets settings that the shop has', (path, pattern) => {
  const names = all(read(path), pattern).flatMap((line) => all(line, /(?:^|\s)([A-Z_]+)(?:=|:|$)/g))
  expect(names.length).toBeGreaterThan(1)
  expect(names.filter((name) => !SETTINGS.has(name))).toEqual([])
})

test('the image has the files that build and server need', () => {
  const copied = all(read('deploy/Dockerfile'), /^COPY --from=build \/shop\/(\S+)/gm)
  const sent = all(read('deploy/Dockerfile.dockerignore'), /^!(\S+)$/gm)
  const built = new Set(['build', 'node_modules'])
  expect([...copied, ...sent].filter((path) => !built.has(path) && !existsSync(join(ROOT, path)))).toEqual([])
  expect(copied.filter((path) => !built.has(path) && !sent.includes(path))).toEqual([])
})

test('the commands run in the image: it has their modules, and they need no build tools', () => {
  const copied = new Set(all(read('deploy/Dockerfile'), /^COPY --from=build \/shop\/(\S+)/gm))
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')))
  const { files, packages } = reachedFrom(IMAGE_COMMANDS.map((name) => `scripts/${name}.ts`))
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => !copied.has(file.split('/')[0] ?? ''))).toEqual([])
  expect(packages.filter((name) => dependencies[name] === undefined)).toEqual([])
})

test('image and systemd unit start the file that the build writes', () => {
  const starts = ['deploy/Dockerfile', 'deploy/swarnika@.service'].map((path) =>
    read(path).includes('build/node/index.js'),
  )
  expect(starts).toEqual([true, true])
})

describe('the files for high availability', () => {
  const FILES = ['etcd.env', 'machine.env', 'patroni.yml', 'haproxy-database.cfg', 'pgbouncer.ini']
  const dcs = z
    .object({
      bootstrap: z.object({
        dcs: z.looseObject({
          ttl: z.number(),
          loop_wait: z.number(),
          retry_timeout: z.number(),
          synchronous_mode: z.boolean(),
          postgresql: z.object({
            parameters: z.looseObject({ max_connections: z.number(), archive_command: z.string() }),
          }),
        }),
      }),
    })
    .parse(parse(read('deploy/high-availability/patroni.yml'))).bootstrap.dcs

  test('name the same three machines', () => {
    const machines = ['10.77.0.11', '10.77.0.12', '10.77.0.13']
    const named = FILES.map(
      (file) => new Set(all(read(`deploy/high-availability/${file}`), /(?<![\d.])(10\.77\.0\.\d+)(?!\/)/g)),
    )
    expect([...new Set(named.flatMap((names) => [...names]))].toSorted()).toEqual(machines)
    for (const index of [0, 2, 3]) expect([...(named[index] ?? [])].toSorted()).toEqual(machines)
  })

  test('promote only a replica with every acknowledged commit, and never replace a primary that only paused', () => {
    expect(dcs.synchronous_mode).toBe(true)
    expect(dcs.ttl).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout)
  })

  test('leave PostgreSQL connections for replicas and people', () => {
    const pool = Number(
      /^default_pool_size = (\d+)$/m.exec(read('deploy/high-availability/pgbouncer.ini'))?.[1],
    )
    expect(dcs.postgresql.parameters.max_connections).toBeGreaterThanOrEqual(pool + 20)
  })

  test('archive like a single machine', () => {
    const single = /^archive_command = '(.*)'$/m.exec(read('deploy/postgresql/archive.conf'))?.[1]
    expect(dcs.postgresql.parameters.archive_command).toBe(single)
  })

  const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0
  test.runIf(hasHaproxy).each(['haproxy-database.cfg', 'haproxy-shops.cfg'])(
    '%s is what HAProxy accepts',
    (file) => {
      const { status, stderr } = spawnSync(
        'haproxy',
        ['-c', '-f', join(ROOT, 'deploy/high-availability', file)],
        {
          encoding: 'utf8',
        },
      )
      expect([status, stderr]).toEqual([0, ''])
    },
  )
})

test.runIf(spawnSync('caddy', ['version']).status === 0)('Caddy accepts the Caddyfile', () => {
  const args = ['validate', '--adapter', 'caddyfile', '--config', join(ROOT, 'deploy/Caddyfile')]
  const { status, stderr } = spawnSync('caddy', args, { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
})

const exists = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Copies the files into a folder, with references to another machine replaced. */
function withFiles(files: Readonly<Record<string, string>>, check: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    check(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.runIf(exists('nginx') && exists('openssl')).each(['deploy/nginx.conf', 'deploy/cdn/nginx.conf'])(
  '%s is what nginx accepts',
  (path) => {
    const nginx = `events {}\nhttp {\n${read(path)}\n}\n`
    withFiles({ 'nginx.conf': nginx }, (folder) => {
      const text = nginx
        .replaceAll('/etc/letsencrypt/live/shop.example', folder)
        .replaceAll('/var/cache/nginx', folder)
      writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid;\n${text}`)
      const pem = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
      spawnSync('openssl', [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-subj',
        '/CN=shop.example',
        ...pem,
      ])
      const args = ['-t', '-q', '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]
      const { status, stderr } = spawnSync('nginx', args, { encoding: 'utf8' })
      expect(status, stderr).toBe(0)
    })
  },
)

describe('the alert rules', () => {
  const Rules = z.object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string() })) })) })
  const Cases = z.object({
    tests: z.array(
      z.object({
        alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })),
      }),
    ),
  })
  const alerts = Rules.parse(parse(read('deploy/prometheus/alerts.yml'))).groups.flatMap(({ rules }) =>
    rules.map(({ alert }) => alert),
  )
  const cases = Cases.parse(parse(read('deploy/prometheus/alerts.test.yml'))).tests.flatMap(
    ({ alert_rule_test: each }) => each,
  )

  test('each have a case in which they fire, and instructions', () => {
    const fired = cases.filter(({ exp_alerts: expected }) => expected.length > 0)
    expect([...new Set(fired.map(({ alertname }) => alertname))].toSorted()).toEqual(alerts.toSorted())
    const explained = all(read('docs/operations.md'), /^\| `([A-Z]\w+)` +\|/gm)
    expect(alerts.filter((name) => !explained.includes(name))).toEqual([])
  })

  test.runIf(exists('promtool'))('fire and stay silent as their cases say', () => {
    const args = ['test', 'rules', join(ROOT, 'deploy/prometheus/alerts.test.yml')]
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
  })
})

const UNITS = ['swarnika@.service', 'swarnika-backup.service', 'swarnika-backup.timer']

test.runIf(exists('systemd-analyze'))('systemd accepts the units', () => {
  const texts = UNITS.map((name) =>
    read(`deploy/${name}`).replace('/srv/swarnika/node_modules/.bin/node', '/bin/true'),
  )
  withFiles(Object.fromEntries(UNITS.map((name, index) => [name, texts[index] ?? ''])), (folder) => {
    const args = ['verify', '--man=no', '--recursive-errors=no', ...UNITS.map((name) => join(folder, name))]
    const { status, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    expect(status, stderr).toBe(0)
  })
})

test.each([
  'deploy/swarnika',
  ...filesIn('deploy/postgresql', '.sh'),
  ...filesIn('deploy/high-availability', '.sh'),
])('%s is a program that the shell can read', (path) => {
  const { status, stderr } = spawnSync('sh', ['-n', join(ROOT, path)], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  expect(statSync(join(ROOT, path)).mode & 0o111).not.toBe(0)
})
