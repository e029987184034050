/** Shared by operator commands: settings, database, and errors in one line. */
import { join } from 'node:path'
import { DataFolderInUseError } from '#server/db/folder-lock.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open.ts'
import { InvalidSettingError, readEnvironment, type Environment } from '#server/env.ts'
import { StartupError, toStorageError } from '#server/startup-checks.ts'
import { readSettingsFile } from './settings-file.ts'

/** Its message is for the operator. */
export class CommandError extends Error {}

const EXPECTED = [CommandError, InvalidSettingError, DataFolderInUseError, StartupError]

/** Runs a command with the settings of environment and `.env`. Expected errors are printed, with exit code 1. */
export async function runCommand(command: (env: Environment) => Promise<void>): Promise<void> {
  try {
    readSettingsFile()
    await command(readEnvironment(process.env))
  } catch (error) {
    if (!(error instanceof Error) || !EXPECTED.some((expected) => error instanceof expected)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/** The configured database. Rejects with StartupError if the data folder cannot be used. */
export function openConfiguredDatabase({ databaseUrl, dataFolder }: Environment): Promise<OpenDatabase> {
  const folder = join(dataFolder, 'database')
  return openDatabase({ url: databaseUrl, folder }).catch((error: unknown) => {
    throw databaseUrl === null ? toStorageError(error, dataFolder) : error
  })
}
