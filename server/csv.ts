/**
 * CSV files that spreadsheets open without running what is in them; with a byte order mark, without which Excel takes
 * UTF-8 for the encoding of its country.
 */
import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from '#domain/csv-formula.ts'

export function toCsv(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(escapeFormula)),
    { bom: true, record_delimiter: 'windows' },
  )
}
