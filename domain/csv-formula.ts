/** Prevents spreadsheets from running a cell of a CSV file as a formula. */
const NUMBER = /^-?\d+(?:\.\d+)?$/

/** Spreadsheets run a cell that begins like this as a formula, and show it as text after an apostrophe. */
export function escapeFormula(cell: string): string {
  return /^'*[=+\-@\t\r＝＋－＠]/.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
}

export function unescapeFormula(cell: string): string {
  return /^'+[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}
