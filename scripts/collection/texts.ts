/** The output of `npm run collection`. */
import { isEmptyDiff, type CollectionDiff, type FieldDiff, type ProductDiff } from '#domain/edition-diff.ts'
import { formatRupees } from '#domain/money.ts'
import type { PieceBelowMetal } from '#domain/price-effect.ts'
import { formatIndiaDateTime } from '#domain/time.ts'
import { belowMetalAgreementCodeOf } from '#server/collection/below-metal.ts'
import { describeBelowMetal, type Draft } from '#server/collection/drafts.ts'
import type { Edition } from '#server/collection/editions.ts'
import type { ImportError } from '#server/collection/import.ts'

const PRODUCTS_SHOWN = 50

export function diffLines(diff: CollectionDiff, showsAll: boolean): string {
  if (isEmptyDiff(diff)) return 'Nothing changes.'
  const { rates, selections, products } = diff
  const shown = showsAll ? products : products.slice(0, PRODUCTS_SHOWN)
  const left = products.length - shown.length
  return [
    ...[...rates, ...selections].map(fieldLine),
    ...shown.flatMap(productLines),
    ...(left > 0 ? [`… and ${left} more (--all).`] : []),
    summaryOf(products),
  ].join('\n')
}

function fieldLine({ label, before, after }: FieldDiff): string {
  return `${label}: ${before ?? 'none'} → ${after ?? 'none'}`
}

function productLines({ sku, name, kind, fields, price }: ProductDiff): readonly string[] {
  const [before, after] = [price.before, price.after].map((amount) =>
    amount === null ? 'none' : formatRupees(amount),
  )
  const prices = before === after ? '' : `, price ${before} → ${after}`
  return [`${sku} ${name}: ${kind}${prices}`, ...fields.map((field) => `  ${fieldLine(field)}`)]
}

function summaryOf(products: readonly ProductDiff[]): string {
  const counts = [...Map.groupBy(products, ({ kind }) => kind)].map(([kind, all]) => `${all.length} ${kind}`)
  return `Products: ${counts.length === 0 ? 'none differs' : counts.join(', ')}.`
}

/** Listed before pieces are sold below the value of their metal. */
export function belowMetalLines(pieces: readonly PieceBelowMetal[]): string {
  return [
    ...pieces.map(
      ({ sku, name, price, metalValue }) =>
        `${sku} ${name}: ${formatRupees(price)}, its metal ${formatRupees(metalValue)}`,
    ),
    describeBelowMetal(pieces),
    `If this is intended, add --below-metal ${belowMetalAgreementCodeOf(pieces)}.`,
  ].join('\n')
}

export function importErrorLine({ file, row, column, text }: ImportError): string {
  const place = [file, row === null ? null : `row ${row}`, column].filter((part) => part !== null)
  return place.length === 0 ? `${text}.` : `${place.join(', ')}: ${text}.`
}

export function editionLine({ number, hash, publishedAt, reason, restores, ...by }: Edition): string {
  const { publishedBy, draftedBy } = by
  const restored = restores === null ? '' : ` (restores edition ${restores})`
  const drafted = draftedBy === null || draftedBy === publishedBy ? '' : `, drafted by ${draftedBy}`
  return `${number}  ${formatIndiaDateTime(publishedAt)}  ${publishedBy}${drafted}: ${reason}${restored}  ${hash}`
}

export function draftLine({ id, createdBy, reason, publishAt, scheduledBy, error }: Draft): string {
  const isByAnother = scheduledBy !== null && scheduledBy !== createdBy
  const scheduled = isByAnother ? ` (scheduled by ${scheduledBy})` : ''
  const when =
    publishAt === null
      ? 'waits for a person'
      : `is published on ${formatIndiaDateTime(publishAt)}${scheduled}`
  const state = error === null ? when : `was rejected: ${error}`
  return `Draft ${id} by ${createdBy}: ${reason}. It ${state}.`
}
