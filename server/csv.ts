/** CSV files that spreadsheets open without running what is in them. */
import { stringify } from 'csv-stringify/sync'

export function toCsv(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(escapeFormula)),
    { bom: true, record_delimiter: 'windows' },
  )
}

const NUMBER = /^-?\d+(?:\.\d+)?$/

/** Spreadsheets run a cell that begins like this as a formula. What an apostrophe precedes they show as text. */
function escapeFormula(cell: string): string {
  return /^'*[=+\-@\t\r＝＋－＠]/.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
}
