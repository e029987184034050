/**
 * `npm run move`: copies the embedded database in DATA_DIR to the empty one of DATABASE_URL, or of a URL given as an
 * argument. See docs/operations.md.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { copyDatabase, type CopyError } from '#server/db/copy.ts'
import { DatabaseEncodingError, openDatabase } from '#server/db/open.ts'
import { toStorageError } from '#server/startup-checks.ts'
import { CommandError, runCommand } from './command.ts'
import { print } from './console.ts'

const ERROR_TEXTS: Record<CopyError['code'], string> = {
  'not-empty': 'has rows already. Nothing was copied: create an empty database.',
  differs:
    'differs from the embedded one. Nothing was copied: was the embedded database written to meanwhile?',
}

await runCommand(async ({ dataFolder, databaseUrl }) => {
  // Other users of the machine can read arguments, including the password.
  const url = process.argv[2] ?? databaseUrl ?? ''
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new CommandError('Set DATABASE_URL, or: npm run move -- postgresql://user:password@host:5432/name')
  if (!existsSync(join(dataFolder, 'database')))
    throw new CommandError(
      `There is no embedded database in ${dataFolder}. Nothing was copied: set DATA_DIR.`,
    )
  await move(dataFolder, url)
})

async function move(dataFolder: string, url: string): Promise<void> {
  const source = await openDatabase({ url: null, folder: join(dataFolder, 'database') }).catch(
    (error: unknown) => {
      throw toStorageError(error, dataFolder)
    },
  )
  try {
    // Its URL contains a password, which the driver's error might quote.
    const target = await openDatabase({ url, folder: null }).catch((error: unknown) => {
      throw new CommandError(
        error instanceof DatabaseEncodingError ? error.message : 'The database cannot be opened.',
      )
    })
    const result = await copyDatabase(source.db, target.db).finally(() => target.close())
    if (!result.ok)
      throw new CommandError(`The table ${result.error.table} ${ERROR_TEXTS[result.error.code]}`)
    for (const { table, rows } of result.value) if (rows > 0) print(`${table}: ${rows}`)
    print('All rows were copied and compared. Set DATABASE_URL and start the shop.')
  } finally {
    await source.close()
  }
}
