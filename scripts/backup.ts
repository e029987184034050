/**
 * `npm run backup -- swarnika-2026-11-23.backup` and `npm run restore -- swarnika-2026-11-23.backup`: copies the whole
 * database to a new file, and restores it into an empty database. `--last-document SJ/2627/000140` continues a series
 * after documents issued since the backup; repeat it for each series. Uploaded pictures are not included. See
 * docs/operations.md.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseDocumentNumber } from '#domain/tax-document.ts'
import {
  backUpDatabase,
  restoreDatabase,
  type BackupError,
  type DatabaseLocation,
} from '#server/db/backup.ts'
import { openDatabase } from '#server/db/open.ts'
import { continueAfter, lastDocumentNumbers } from '#server/documents/series.ts'
import { CommandError, runCommand } from './command.ts'
import { print } from './console.ts'

await runCommand(async ({ databaseUrl: url, dataFolder, picturesFolder, pictureBucket }) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'last-document': { type: 'string', multiple: true, default: [] } },
  })
  const [command, file] = positionals
  const lastDocuments = values['last-document']
  const unknown = lastDocuments.find((number) => parseDocumentNumber(number) === null)
  if (unknown !== undefined) throw new CommandError(`${unknown} is not the number of a document.`)
  if (file === undefined || (command !== 'backup' && command !== 'restore'))
    throw new CommandError('npm run backup -- FILE, or npm run restore -- FILE')
  const pictures = pictureBucket ? `the bucket ${pictureBucket.url}` : picturesFolder
  const location = { url, folder: join(dataFolder, 'database') }
  if (command === 'backup') {
    check(await backUpDatabase(location, file), file)
    print(`The database is in ${file}. It holds personal data: store it where only you can read it.`)
    print(`The pictures that were uploaded at the desk are not in it: keep a copy of ${pictures}.`)
  } else {
    check(await restoreDatabase(location, file), file)
    const last = await openRestored(location, lastDocuments)
    print('The database is restored. Before you start the shop: npm run audit -- --repair')
    print(`The pictures that were uploaded at the desk are expected in ${pictures}.`)
    if (last.length > 0)
      print(
        `Document numbers continue after ${last.join(', ')}. If later ones were issued since the backup, restore again with --last-document and each of their last numbers: no number may be used twice.`,
      )
  }
})

/** Verifies that the backup opens, and migrates one of an earlier version. Returns the last number of each series. */
async function openRestored(
  { url, folder }: DatabaseLocation,
  lastDocuments: readonly string[],
): Promise<string[]> {
  const database = await openDatabase({ url, folder })
  for (const number of lastDocuments) await continueAfter(database.db, number)
  const numbers = await lastDocumentNumbers(database.db)
  await database.close()
  return numbers
}

function check(result: Awaited<ReturnType<typeof backUpDatabase>>, file: string): void {
  if (!result.ok) throw new CommandError(textOf(result.error, file))
}

function textOf(error: BackupError, file: string): string {
  switch (error.code) {
    case 'file-exists':
      return `${file} already exists. Nothing was written.`
    case 'no-file':
      return `There is no file ${file}.`
    case 'no-database':
      return 'There is no database yet.'
    case 'not-empty':
      return 'The database is not empty. Nothing was restored: create an empty one, or set another DATA_DIR.'
    case 'pooled':
      return 'DATABASE_URL leads to a connection pooler. Name the server itself for this command: DATABASE_URL=… npm run …'
    case 'no-program':
      return `${error.program} is not installed.`
    case 'failed':
      return `${error.program} failed. ${error.output}`
  }
}
