/** The files of deploy/ name settings, paths and commands that exist. Proxies and units are checked by their own tools. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { ROOT } from './console.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

const SETTINGS = new Set(all(read('.env.example'), /^([A-Z_]+)=/gm))

test.each([
  ['deploy/Dockerfile', /^(?:ENV|ARG) (.*)$/gm],
  ['deploy/swarnika.service', /^Environment=(.*)$/gm],
  ['deploy/compose.yaml', /(?<=^x-shop:[^]*?^ {2}environment:\n)((?: {4}.*\n)+)/gm],
])('%s sets settings that the shop has', (path, pattern) => {
  const names = all(read(path), pattern).flatMap((line) => all(line, /(?:^|\s)([A-Z_]+)(?:=|:|$)/g))
  expect(names.length).toBeGreaterThan(1)
  expect(names.filter((name) => !SETTINGS.has(name))).toEqual([])
})

test('the image has what the build and the server need', () => {
  const copied = all(read('deploy/Dockerfile'), /^COPY --from=build \/shop\/(\S+)/gm)
  const sent = all(read('deploy/Dockerfile.dockerignore'), /^!(\S+)$/gm)
  const built = new Set(['build', 'node_modules'])
  expect([...copied, ...sent].filter((path) => !built.has(path) && !existsSync(join(ROOT, path)))).toEqual([])
  expect(copied.filter((path) => !built.has(path) && !sent.includes(path))).toEqual([])
})

test('what starts the server is what the build writes', () => {
  const starts = ['deploy/Dockerfile', 'deploy/swarnika.service'].map((path) =>
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

  test('promote only what has every acknowledged commit, and no primary that only paused', () => {
    expect(dcs.synchronous_mode).toBe(true)
    expect(dcs.ttl).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout)
  })

  test('leave PostgreSQL connections for replicas and people', () => {
    const pool = Number(
      /^default_pool_size = (\d+)$/m.exec(read('deploy/high-availability/pgbouncer.ini'))?.[1],
    )
    expect(dcs.postgresql.parameters.max_connections).toBeGreaterThanOrEqual(pool + 20)
  })

  test('archive as a single machine does', () => {
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

test.runIf(spawnSync('caddy', ['version']).status === 0)('Caddyfile is what Caddy accepts', () => {
  const args = ['validate', '--adapter', 'caddyfile', '--config', join(ROOT, 'deploy/Caddyfile')]
  const { status, stderr } = spawnSync('caddy', args, { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
})
