/** Records of what is rendered, by name: committed, so that a fresh checkout renders nothing again. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE, STUDIO } from './folders.ts'

/** `Row` is the shape that the caller writes to its own file. */
export function readRecords<Row>(file: string): Record<string, Row> {
  const path = join(STUDIO, file)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Row>) : {}
}

/** Returns the entries in the order in which it writes them. */
export function writeRecords<Row>(file: string, records: Record<string, Row>): [string, Row][] {
  const sorted = Object.entries(records).sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
  // Renamed when complete: another queue may be reading it.
  const part = join(CACHE, `${file}.${process.pid}.part`)
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(part, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`)
  renameSync(part, join(STUDIO, file))
  return sorted
}
