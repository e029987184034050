import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockFolder } from '#server/db/folder-lock.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'swarnika-collection-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the command as an operator does. */
function collection(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), DATABASE_URL: '' }
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/collection.ts', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

const file = (name: string) => join(folder, name)

// Shows D37.command
test('the collection command exports, imports with a preview, publishes and rolls back', async () => {
  expect(await collection('export', '--to', file('out'))).toMatchObject({ code: 0 })
  const [header = '', ...rows] = readFileSync(file('out/products.csv'), 'utf8').split('\r\n')
  const changed = rows.map((row) => (row.startsWith('rings,801,') ? row.replace(',3.6,', ',3.7,') : row))
  writeFileSync(file('out/products.csv'), [header, ...changed].join('\r\n'))

  const preview = await collection('import', file('out'), '--dry-run')
  expect(preview.output).toContain('Weight in grams: 3.6 g → 3.7 g')
  expect(preview.output).toContain('price ₹32,883.00 → ₹33,561.00')
  expect(preview.output).toContain('Products: 1 changed.')

  const drafted = await collection('import', file('out'), '--reason', 'Weighed again', '--by', 'asha')
  const [, draft = ''] = /Draft (\S+) by asha: Weighed again/.exec(drafted.output) ?? []
  expect(await collection('publish', draft, '--by', 'ravi')).toEqual({
    code: 0,
    output: 'Published edition 2.\n',
  })
  expect(await collection('import', file('out'), '--publish', '--reason', 'Again')).toEqual({
    code: 0,
    output: 'Nothing changes.\n',
  })
  expect(await collection('rollback', '1', '--reason', 'The scales were wrong')).toMatchObject({ code: 0 })
  const { output } = await collection('history')
  expect(output).toMatch(/^3 .*: The scales were wrong \(restores edition 1\)/m)
  expect(output).toMatch(/^2 .* ravi, drafted by asha: Weighed again/m)
}, 240_000)

test('the collection command publishes rates, and asks before a jump and before prices below metal value', async () => {
  const rate = (value: string, ...more: string[]) =>
    collection('publish', '--rate', `gold=${value}`, '--reason', 'The rate of the day', ...more)
  const rejected = await rate('8400')
  const [, approval = ''] = /If this is intended, add --approve (\w+)\./.exec(rejected.output) ?? []
  expect([rejected.code, approval]).toEqual([1, expect.stringMatching(/^[\da-f]{8}$/)])
  expect(await rate('8900', '--approve', approval)).toMatchObject({ code: 1 })
  const below = await rate('8400', '--approve', approval)
  expect(below.output).toMatch(/^bangles-100 Swarn Nakshi Kada: ₹[\d,.]+, its metal ₹[\d,.]+$/m)
  const [, agreement = ''] = /If this is intended, add --below-metal (\w+)\./.exec(below.output) ?? []
  expect([below.code, agreement]).toEqual([1, expect.stringMatching(/^[\da-f]{8}$/)])
  expect(await rate('8400', '--approve', approval, '--below-metal', agreement)).toMatchObject({ code: 0 })
  expect(await rate('840000')).toMatchObject({
    code: 1,
    output: expect.not.stringContaining('--approve'),
  })
  expect((await collection('diff', '1')).output).toContain(
    'Gold 22K: ₹7,300.00 per gram → ₹8,400.00 per gram',
  )
}, 240_000)

// Shows D37.import
test('an import with invalid rows exits with 1, lists all of them and changes nothing', async () => {
  const before = await collection('history')
  writeFileSync(file('wrong.csv'), 'Type,Id,Weight in grams\nrings,801,heavy\nbrooches,1,5\nrings,802,0\n')
  const rejected = await collection('import', file('wrong.csv'), '--publish', '--reason', 'Wrong')
  expect(rejected.code).toBe(1)
  expect(rejected.output).toContain('wrong.csv, row 2, Weight in grams: must be')
  expect(rejected.output).toContain('wrong.csv, row 3, Type: must be one of rings')
  expect(rejected.output).toContain('wrong.csv, row 4, Weight in grams: must be')
  expect(rejected.output).toContain('Nothing was imported: 3 problems.')
  expect(await collection('history')).toEqual(before)
}, 240_000)

test('a schedule must be in the future, is in Indian time, and asks before prices below metal value', async () => {
  const at = (time: string, silver = '101') =>
    collection('schedule', '--rate', `silver=${silver}`, '--reason', 'Later', '--at', time)
  expect(await at('2020-01-01T11:00')).toMatchObject({ code: 2 })
  expect((await at('2099-11-30T11:00', '109')).output).toContain('add --below-metal')
  const { output } = await at('2099-11-30T11:00')
  expect(output).toContain('It is published on 30 November 2099 at 11:00 am.')
  expect((await collection('drafts')).output).toBe(output)
}, 240_000)

test('the command says why it cannot run while a server uses the embedded database', async () => {
  const lock = lockFolder(join(folder, 'data/database'))
  try {
    expect(await collection('history')).toEqual({
      code: 2,
      output: expect.stringContaining('The embedded database serves one process'),
    })
  } finally {
    lock.close()
  }
})

test.each([
  [[], 'npm run collection -- COMMAND'],
  [['burn'], 'There is no command burn'],
  [['publish', '--rate', 'tin=5', '--reason', 'x'], '--rate takes one of gold'],
  [['publish', '--rate', 'gold=7450'], 'It needs --reason'],
  [['rollback', '99', '--reason', 'x'], 'There is no edition 99'],
  [['--what'], "Unknown option '--what'"],
])('the collection command rejects %j', async (args, text) => {
  expect(await collection(...args)).toEqual({ code: 2, output: expect.stringContaining(text) })
})
