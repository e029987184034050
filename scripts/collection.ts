/**
 * `npm run collection -- COMMAND`: exports, imports, compares, publishes and rolls back editions of the collection in
 * the configured database. See docs/operations.md. Exits with 1 if something was rejected, with 2 if the command line
 * is invalid.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import type { EditionId } from '#domain/collection.ts'
import type { CollectionChange, CollectionError } from '#domain/edition.ts'
import { diff } from '#domain/edition-diff.ts'
import { PRICING_PARAMETER_FIELDS, PRICING_PARAMETER_NAMES, toPricingChange } from '#domain/rates.ts'
import type { Result } from '#domain/result.ts'
import { parseIndiaTime } from '#domain/time.ts'
import { CSV_FILES, toCsvFiles } from '#server/collection/csv.ts'
import {
  createDraft,
  describeErrors,
  describePublishError,
  discardDraft,
  findDraft,
  listDrafts,
  publishDraft,
  updateDraft,
  type NewDraft,
} from '#server/collection/drafts.ts'
import { approvalCodeOf } from '#server/collection/approval-code.ts'
import {
  latestEdition,
  loadHistory,
  applyAndCheck,
  publish,
  rebaseOnto,
  rollback,
  seedOpeningCollection,
  type PublishError,
  type PublishRequest,
} from '#server/collection/editions.ts'
import { loadEntries } from '#server/collection/entries.ts'
import { evaluateChanges, evaluateRollback } from '#server/collection/evaluate.ts'
import { planImport, type ImportFile } from '#server/collection/import.ts'
import { toJson } from '#server/collection/json.ts'
import { loadRecentRates } from '#server/collection/rate-history.ts'
import { DataFolderInUseError } from '#server/db/folder-lock.ts'
import { openDatabase, type Database } from '#server/db/open.ts'
import { InvalidSettingError, readEnvironment } from '#server/env.ts'
import { StartupError } from '#server/startup-checks.ts'
import { belowMetalLines, diffLines, draftLine, editionLine, importErrorLine } from './collection/texts.ts'
import { readSettingsFile } from './settings-file.ts'

const USAGE = `npm run collection -- COMMAND

  export --to PATH [--edition N]       writes CSV files into the folder, or a file that ends with .json
  import PATH --reason WHY             makes a draft of a CSV or JSON file, or a folder of CSV files
         [--publish] [--dry-run]       publishes it at once; only shows what it would change
  diff N [M]                           what changed from edition N to M, or to the newest
  diff DRAFT                           what a draft would change
  publish DRAFT                        publishes a draft
  publish --rate NAME=VALUE … --reason WHY        publishes new rates, as gold=7450 silver=102.50
  schedule DRAFT --at TIME             publishes a draft at a time in India, as 2026-11-23T11:00
  schedule --rate NAME=VALUE … --at TIME --reason WHY
  drafts                               those that wait
  discard DRAFT
  rollback N --reason WHY              publishes the content of edition N again
  history                              who published what, when and why

  --by NAME    who does it; without it, the user of this computer
  --approve CODE   accepts what a command has listed before: rates that jump by more than 10% within 24 hours, and
                   what was published meanwhile in the fields that a draft changes; the command says what to type
  --below-metal CODE   agrees to sell the pieces that a command has listed before below the value of their metal
  --all        shows all products that differ, not only the first 50`

const approveLine = (approval: string) => `If this is intended, add --approve ${approval}.`

/** The command line is invalid: nothing was done. */
class UsageError extends Error {}

function readCommandLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        edition: { type: 'string' },
        reason: { type: 'string' },
        by: { type: 'string' },
        at: { type: 'string' },
        rate: { type: 'string', multiple: true, default: [] },
        publish: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        approve: { type: 'string' },
        'below-metal': { type: 'string' },
        all: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

type Options = ReturnType<typeof readCommandLine>['values']

interface Call {
  readonly db: Database
  readonly args: readonly string[]
  readonly options: Options
  readonly now: Date
}

/** Returns the exit code. */
type Command = (call: Call) => Promise<number>

const COMMANDS: Readonly<Record<string, Command>> = {
  export: exportEdition,
  import: importFiles,
  diff: showDiff,
  publish: publishNow,
  schedule,
  drafts: showDrafts,
  discard,
  rollback: rollBack,
  history: showHistory,
}

try {
  process.exitCode = await run()
} catch (error) {
  if (error instanceof UsageError) fail(`${error.message} npm run collection shows what there is.`)
  else if (error instanceof DataFolderInUseError)
    fail(
      `${error.message} The embedded database serves one process; with DATABASE_URL the shop may run meanwhile.`,
    )
  else if (error instanceof InvalidSettingError || error instanceof StartupError) fail(error.message)
  else throw error
}

async function run(): Promise<number> {
  const { values: options, positionals } = readCommandLine()
  const [name = '', ...args] = positionals
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (name === '') {
    say(USAGE)
    return 2
  }
  if (!command) throw new UsageError(`There is no command ${name}.`)
  readSettingsFile()
  const env = readEnvironment(process.env)
  const now = new Date()
  const database = await openDatabase({ url: env.databaseUrl, folder: join(env.dataFolder, 'database') })
  try {
    await seedOpeningCollection(database.db, now)
    return await command({ db: database.db, args, options, now })
  } finally {
    await database.close()
  }
}

async function exportEdition({ db, options }: Call): Promise<number> {
  const { to } = options
  if (to === undefined) throw new UsageError('export needs --to.')
  const id =
    options.edition === undefined ? await latestEdition(db) : await requireEdition(db, options.edition)
  const collection = await loadEntries(db, id.edition)
  const isJson = to.endsWith('.json')
  const files = isJson ? [{ name: basename(to), text: toJson(collection, id) }] : toCsvFiles(collection)
  const folder = isJson ? dirname(to) : to
  mkdirSync(folder, { recursive: true })
  for (const { name, text } of files) writeFileSync(join(folder, name), text)
  say(`Edition ${id.edition}: ${files.map(({ name }) => join(folder, name)).join(', ')}`)
  return 0
}

async function importFiles(call: Call): Promise<number> {
  const { db, args, options } = call
  const files = readFiles(onlyArgument(args, 'import needs a file or a folder.'))
  const reason = options['dry-run'] ? '' : reasonOf(options)
  const { edition } = await latestEdition(db)
  const current = await loadEntries(db, edition)
  const recentRates = await loadRecentRates(db, call.now)
  const planned = planImport(current, files, { approval: options.approve, recentRates })
  if (!planned.ok) {
    say(planned.error.map(importErrorLine).join('\n'))
    const [first] = planned.error
    if (first?.approval && planned.error.every(({ approval }) => approval)) say(approveLine(first.approval))
    say(`Nothing was imported: ${planned.error.length} problems.`)
    return 1
  }
  const { changes, after } = planned.value
  if (changes.length === 0) {
    say('Nothing changes.')
    return 0
  }
  say(diffLines(diff(current, after), options.all))
  if (options['dry-run']) return 0
  if (options.publish)
    return report(await publish(db, { ...request(call), reason, changes, expectedLatest: edition }))
  return makeDraft(call, { changes, baseEdition: edition, reason, publishAt: null })
}

async function makeDraft(
  call: Call,
  content: Pick<NewDraft, 'changes' | 'baseEdition' | 'reason' | 'publishAt'>,
): Promise<number> {
  const draft = await createDraft(call.db, { ...request(call), ...content })
  if (!draft.ok) return rejectErrors(draft.error)
  say(draftLine(draft.value))
  return 0
}

async function showDiff({ db, args, options, now }: Call): Promise<number> {
  const [one = '', other] = args
  const { edition: newest } = await latestEdition(db)
  const isNumber = /^\d+$/.test(one)
  if (args.length === 0 || args.length > 2 || (!isNumber && other !== undefined))
    throw new UsageError('diff needs one or two editions, or a draft.')
  const entriesOf = async (text: string) => loadEntries(db, (await requireEdition(db, text)).edition)
  const before = isNumber ? await entriesOf(one) : await loadEntries(db, newest)
  if (isNumber) {
    const after = other === undefined ? await loadEntries(db, newest) : await entriesOf(other)
    say(diffLines(diff(before, after), options.all))
    return 0
  }
  const { changes, baseEdition, createdAt, approval, restores } = await requireDraft(db, one)
  if (restores !== null) {
    const evaluation = await evaluateRollback(db, restores, now)
    if (!evaluation.diff) return rejectErrors(evaluation.errors)
    say(diffLines(evaluation.diff, options.all))
    return 0
  }
  const rebased = await rebaseOnto(db, newest, { changes, baseEdition, madeAt: createdAt })
  const recentRates = await loadRecentRates(db, now)
  const after = applyAndCheck(before, { ...rebased, recentRates }, options.approve ?? approval)
  if (!after.ok) return rejectErrors(after.error)
  say(diffLines(diff(before, after.value), options.all))
  return 0
}

async function publishNow(call: Call): Promise<number> {
  const { db, args, options } = call
  if (options.rate.length > 0) {
    if (args.length > 0) throw new UsageError('publish takes a draft or rates, not both.')
    const reason = reasonOf(options)
    return report(await publish(db, { ...request(call), reason, changes: ratesOf(options) }))
  }
  const draft = await requireDraft(db, onlyArgument(args, 'publish needs a draft, or --rate.'))
  return report(await publishDraft(db, draft, request(call)))
}

async function schedule(call: Call): Promise<number> {
  const { db, args, options, now } = call
  const at = timeOf(options)
  if (at <= now) throw new UsageError('--at must be in the future.')
  if (options.rate.length > 0) {
    if (args.length > 0) throw new UsageError('schedule takes a draft or rates, not both.')
    const content = { changes: ratesOf(options), reason: reasonOf(options), publishAt: at }
    return (await rejectBelowMetal(call, content)) ?? makeDraft(call, content)
  }
  const draft = await requireDraft(db, onlyArgument(args, 'schedule needs a draft, or --rate.'))
  const { changes, baseEdition, createdAt: madeAt } = draft
  if (draft.restores !== null) throw new UsageError('A rollback is published at once.')
  const rejected = await rejectBelowMetal(call, { changes, baseEdition, madeAt })
  if (rejected !== null) return rejected
  const approvals = {
    approval: options.approve ?? draft.approval,
    belowMetalApproval: options['below-metal'] ?? null,
  }
  const scheduledBy = actorOf(options)
  const update = { changes, baseEdition, madeAt, ...approvals, publishAt: at, scheduledBy, now }
  const updated = await updateDraft(db, draft.id, update)
  if (!updated.ok) return rejectErrors(updated.error)
  if (!updated.value) return reject(describePublishError({ kind: 'superseded' }))
  say(draftLine(updated.value))
  return 0
}

async function showDrafts({ db }: Call): Promise<number> {
  const drafts = await listDrafts(db)
  say(drafts.length === 0 ? 'There are no drafts.' : drafts.map(draftLine).join('\n'))
  return 0
}

async function discard({ db, args }: Call): Promise<number> {
  const { id } = await requireDraft(db, onlyArgument(args, 'discard needs a draft.'))
  if (!(await discardDraft(db, id))) return reject(describePublishError({ kind: 'superseded' }))
  say(`Discarded ${id}.`)
  return 0
}

async function rollBack(call: Call): Promise<number> {
  const { db, args, options } = call
  const { edition: to } = await requireEdition(db, onlyArgument(args, 'rollback needs an edition.'))
  const reason = reasonOf(options)
  return report(await rollback(db, { ...request(call), reason, to }))
}

async function showHistory({ db }: Call): Promise<number> {
  say((await loadHistory(db)).map(editionLine).join('\n'))
  return 0
}

function report(result: Result<EditionId, PublishError>): number {
  if (result.ok) {
    say(`Published edition ${result.value.edition}.`)
    return 0
  }
  const { error } = result
  if (error.kind === 'below metal') return reject(belowMetalLines(error.pieces))
  return error.kind === 'invalid' ? rejectErrors(error.errors) : reject(describePublishError(error))
}

function rejectErrors(errors: readonly CollectionError[]): number {
  const approval = errors.every(({ needs }) => needs === 'approval') ? approvalCodeOf(errors) : null
  const hint = approval === null ? '' : `\n${approveLine(approval)}`
  return reject(describeErrors(errors) + hint)
}

/** A schedule must agree beforehand; null if no agreement is needed. */
async function rejectBelowMetal(
  { db, options, now }: Call,
  change: Pick<PublishRequest, 'changes' | 'baseEdition' | 'madeAt'>,
): Promise<number | null> {
  const { belowMetal, belowMetalApproval } = await evaluateChanges(db, { ...change, now })
  if (belowMetalApproval === null || belowMetalApproval === options['below-metal']) return null
  return reject(belowMetalLines(belowMetal.filter(({ isNew }) => isNew)))
}

function request({ options, now }: Call) {
  return {
    actor: actorOf(options),
    now,
    belowMetalApproval: options['below-metal'] ?? null,
    ...(options.approve !== undefined && { approval: options.approve }),
  }
}

function actorOf({ by }: Options): string {
  return by ?? userInfo().username
}

function reasonOf({ reason }: Options): string {
  if (reason === undefined || reason.trim() === '') throw new UsageError('It needs --reason.')
  return reason
}

function ratesOf({ rate }: Options): readonly CollectionChange[] {
  return rate.map((text) => {
    const [name, value = ''] = text.split('=')
    const known = PRICING_PARAMETER_NAMES.find((each) => each === name)
    if (!known)
      throw new UsageError(`--rate takes one of ${PRICING_PARAMETER_NAMES.join(', ')}, as gold=7450.`)
    if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(value)) throw new UsageError(`${value} is not a rate, as 7450.50.`)
    const isPercent = PRICING_PARAMETER_FIELDS[known].unit === 'percent'
    const amount = isPercent ? Number(value) : Math.round(Number(value) * 100)
    return { do: 'set rates', rates: toPricingChange(known, amount) }
  })
}

function timeOf({ at = '' }: Options): Date {
  const time = parseIndiaTime(at)
  if (!time) throw new UsageError('--at takes a time in India, as 2026-11-23T11:00.')
  return time
}

async function requireEdition(db: Database, text: string): Promise<EditionId> {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`${text} is not the number of an edition.`)
  const found = (await loadHistory(db)).find(({ number }) => number === Number(text))
  if (!found) throw new UsageError(`There is no edition ${text}.`)
  return { edition: found.number, hash: found.hash }
}

async function requireDraft(db: Database, id: string) {
  const draft = await findDraft(db, id)
  if (!draft) throw new UsageError(`There is no draft ${id}.`)
  return draft
}

function onlyArgument([argument, ...rest]: readonly string[], otherwise: string): string {
  if (argument === undefined || rest.length > 0) throw new UsageError(otherwise)
  return argument
}

function readFiles(path: string): readonly ImportFile[] {
  try {
    const names = statSync(path).isDirectory()
      ? readdirSync(path)
          .filter((name) => Object.values(CSV_FILES).some((known) => known === name))
          .map((name) => join(path, name))
      : [path]
    if (names.length === 0)
      throw new UsageError(`${path} has none of ${Object.values(CSV_FILES).join(', ')}.`)
    return names.map((name) => ({ name: basename(name), bytes: readFileSync(name) }))
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new UsageError(`${path} cannot be read (${String(error.code)}).`)
    throw error
  }
}

function reject(text: string): number {
  process.stderr.write(`${text}\n`)
  return 1
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`)
  process.exitCode = 2
}
