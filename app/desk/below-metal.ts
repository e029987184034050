/**
 * Exports pieces below the value of their metal as a file that the collection import accepts
 * (server/collection/csv.ts).
 */
import type { ChangePreview } from '#contract/desk/editions.ts'
import { escapeFormula } from '#domain/csv-formula.ts'
import { PRODUCT_FIELDS } from '#domain/product-fields.ts'

const HEADER = ['Type', 'Id', PRODUCT_FIELDS.name.label, PRODUCT_FIELDS.fixedPrice.label]

/** With a byte order mark, for Excel. */
export function belowMetalCsv(pieces: ChangePreview['belowMetal']): string {
  const rows = pieces.map(({ sku, name, price }) => {
    const end = sku.lastIndexOf('-')
    return [sku.slice(0, end), sku.slice(end + 1), escapeFormula(name), (price / 100).toFixed(2)]
  })
  return `\uFEFF${[HEADER, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
