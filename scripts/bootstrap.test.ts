import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ROOT } from './console.ts'

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'bootstrap-'))
  mkdirSync(join(project, 'scripts'))
  cpSync(join(ROOT, 'scripts/bootstrap.mjs'), join(project, 'scripts/bootstrap.mjs'))
  writeFileSync(join(project, 'scripts/hello.ts'), "console.log('hello from', process.argv[0])")
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true })
  const nothing = JSON.stringify({ packages: {} })
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json'])
    writeFileSync(join(project, file), nothing)
})
afterEach(() => rmSync(project, { recursive: true }))

test.runIf(process.platform === 'linux')(
  'on an older Node, scripts run on the Node of the packages, to which npm before 11 makes no link',
  () => {
    const bin = join(project, `node_modules/node-linux-${process.arch}/bin`)
    mkdirSync(bin, { recursive: true })
    symlinkSync(process.execPath, join(bin, 'node'))
    const older = "data:text/javascript,Object.defineProperty(process,'version',{value:'v20.11.0'})"
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', older, 'scripts/bootstrap.mjs', 'scripts/hello.ts'],
      { cwd: project, encoding: 'utf8' },
    )
    expect(stderr).toBe('')
    expect([status, stdout]).toEqual([0, `hello from ${process.execPath}\n`])
    expect(existsSync(join(project, 'node_modules/.bin/node'))).toBe(true)
  },
)

test('every direct dependency satisfies all packages that require it, because npm before 11 would reject the lock file', () => {
  const { stdout } = spawnSync('npm', ['ls', '--all', '--package-lock-only', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const listed: unknown = JSON.parse(stdout)
  const { dependencies } = Listed.parse(listed)
  const wanted = Object.keys(dependencies)
  expect(wanted.length).toBeGreaterThan(40)
  expect(listInvalid(listed).filter((name) => wanted.includes(name))).toEqual([])
})

const Listed = z.object({ dependencies: z.record(z.string(), z.unknown()) })
const Entry = z.object({
  invalid: z.optional(z.string()),
  dependencies: z.optional(z.record(z.string(), z.unknown())),
})

/** Names of the packages whose version differs from the one that a package above them requires. */
function listInvalid(entry: unknown): string[] {
  const { dependencies = {} } = Entry.parse(entry)
  return Object.entries(dependencies).flatMap(([name, below]) => [
    ...(Entry.parse(below).invalid === undefined ? [] : [name]),
    ...listInvalid(below),
  ])
}
