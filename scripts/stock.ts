/**
 * `npm run stock -- list rings`, `set rings-801 3 --reason counted`, `correct rings-801/14 -1 --reason lent`,
 * `return SJ-… --reason "the parcel came back"`: shows and corrects stock. See docs/operations.md.
 */
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { isOrderNumber } from '#domain/order.ts'
import type { Database } from '#server/db/open.ts'
import { correctLevel, listLevels, setLevel, type Correction } from '#server/stock/corrections.ts'
import { restockOrder } from '#server/stock/sell.ts'
import { CommandError, openConfiguredDatabase, runCommand } from './command.ts'

const USAGE = `npm run stock -- list [KEY]
npm run stock -- set KEY COUNT --reason TEXT [--by NAME]
npm run stock -- correct KEY CHANGE --reason TEXT [--by NAME]
npm run stock -- return ORDER --reason TEXT [--by NAME]
A key is rings-801, rings-801/14 (one size), or bench/2026-W48 (slots of the workbench in a week).`

const ERROR_TEXT = {
  'no such product': 'No product has this key.',
  'below zero': 'The count would fall below zero.',
  'nothing to restock': 'This order has sold nothing that could be returned, or it was returned before.',
} as const

type Command = (db: Database) => Promise<void>

await runCommand(async (env) => {
  const command = readCommand(process.argv.slice(2))
  const database = await openConfiguredDatabase(env)
  await command(database.db).finally(() => database.close())
})

function readCommand(args: string[]): Command {
  const { verb, operands, correction } = parse(args)
  const [key = '', amount = ''] = operands
  switch (verb) {
    case 'list':
      return (db) => list(db, key)
    case 'set': {
      const count = whole(amount, /^\d+$/)
      return async (db) => sayLevel(key, await setLevel(db, { key, count }, correction()))
    }
    case 'correct': {
      const change = whole(amount, /^[+-]?\d+$/)
      return async (db) => sayLevel(key, await correctLevel(db, { key, change }, correction()))
    }
    case 'return':
      if (!isOrderNumber(key)) throw new CommandError(USAGE)
      return async (db) => {
        const returned = await db.transaction((tx) => restockOrder(tx, key, correction()))
        if (!returned.ok) throw new CommandError(ERROR_TEXT[returned.error])
        say(`Returned: ${returned.value.join(', ')}.`)
      }
    default:
      throw new CommandError(USAGE)
  }
}

/** A negative number is an operand, not an option. */
function parse(args: string[]) {
  const operands = args.filter((arg) => /^-\d+$/.test(arg))
  try {
    const { values, positionals } = parseArgs({
      args: args.filter((arg) => !operands.includes(arg)),
      allowPositionals: true,
      options: { reason: { type: 'string' }, by: { type: 'string' } },
    })
    const [verb = '', ...rest] = positionals
    const reason = values.reason?.trim() ?? ''
    if (verb !== 'list' && reason === '') throw new CommandError(USAGE)
    const correction = (): Correction => ({
      actor: values.by?.trim() || userInfo().username,
      reason,
      now: new Date(),
    })
    return { verb, operands: [...rest, ...operands], correction }
  } catch (error) {
    throw error instanceof TypeError ? new CommandError(USAGE) : error
  }
}

function whole(text: string, pattern: RegExp): number {
  const number = Number(text)
  if (!pattern.test(text) || !Number.isSafeInteger(number)) throw new CommandError(USAGE)
  return number
}

async function list(db: Database, prefix: string): Promise<void> {
  const levels = await listLevels(db, prefix, new Date())
  if (levels.length === 0) throw new CommandError(ERROR_TEXT['no such product'])
  const width = Math.max(...levels.map(({ key }) => key.length))
  for (const { key, onHand, held } of levels)
    say(`${key.padEnd(width)} ${String(onHand).padStart(6)}${held > 0 ? `, ${held} held` : ''}`)
}

function sayLevel(key: string, changed: Awaited<ReturnType<typeof setLevel>>): void {
  if (!changed.ok) throw new CommandError(ERROR_TEXT[changed.error])
  say(`${key}: ${changed.value}.`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
