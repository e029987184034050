import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { openDatabase } from '#server/db/open.ts'
import { prepareDataFolder } from '#server/testing.ts'
import { seedOpeningStock } from './levels.ts'

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'swarnika-stock-'))
  prepareDataFolder(folder)
  const database = await openDatabase({ url: null, folder: join(folder, 'database') })
  await seedOpeningStock(database.db, { products: OPENING_CONTENT.products, each: 20, now: new Date() })
  await database.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the command as an operator does. */
function stock(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' }
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/stock.ts', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

test('the stock command sets, corrects and lists levels', async () => {
  const reason = ['--reason', 'counted', '--by', 'Asha']
  expect(await stock('set', 'rings-801', '3', ...reason)).toEqual({ code: 0, output: 'rings-801: 3.\n' })
  expect(await stock('correct', 'rings-801', '-1', ...reason)).toEqual({ code: 0, output: 'rings-801: 2.\n' })
  expect(await stock('set', 'rings-801/14', '1', ...reason)).toMatchObject({ code: 0 })
  expect((await stock('list', 'rings-801')).output).toBe('rings-801         2\nrings-801/14      1\n')
})

test('the stock command reports invalid requests in one line', async () => {
  const rejected = [
    [['set', 'rings-99999', '3', '--reason', 'counted'], 'No product has this key.\n'],
    [['correct', 'rings-802', '-21', '--reason', 'counted'], 'The count would fall below zero.\n'],
    [['set', 'rings-802', '3'], 'npm run stock -- list [KEY]'],
    [['return', 'SJ-0000000000000000', '--reason', 'back'], 'This order has sold nothing'],
  ] as const
  for (const [args, text] of rejected) {
    const { code, output } = await stock(...args)
    expect([code, output.startsWith(text)]).toEqual([1, true])
  }
})
