/** The files of deploy/ name settings, paths and commands that exist. Proxies and units are checked by their own tools. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
