/** Checks that the codes a packer enters belong to pieces that the order may send. */
import { and, arrayOverlaps, inArray, ne, or } from 'drizzle-orm'
import { needsHuids } from '#domain/line-facts.ts'
import { HUID } from '#domain/huid.ts'
import { skuOf } from '#domain/product.ts'
import { sizeLabel } from '#domain/sizes.ts'
import { sizeOfStockKey, skuOfStockKey } from '#domain/stock.ts'
import type { Db } from '#server/db/open.ts'
import { orderReturn } from '#server/db/return-schema.ts'
import { orderLine, serialItem } from '#server/db/schema.ts'
import { errorResponse, type ErrorResponse } from '#server/http.ts'
import type { OrderLineRow } from '#server/orders/orders.ts'

/** Null if this order may send the pieces with these codes. Each error names what was expected and what to do. */
export async function piecesError(
  tx: Db,
  lines: readonly OrderLineRow[],
  codesOf: (line: OrderLineRow) => readonly string[],
): Promise<ErrorResponse | null> {
  const all = lines.flatMap((line) => codesOf(line))
  for (const line of lines) {
    const error = codesError(line, codesOf(line), all)
    if (error !== null) return wrong(line, error)
  }
  if (all.length === 0) return null
  const elsewhere = await findSentElsewhere(tx, all, lines[0]?.orderNumber ?? '')
  const sentLine = elsewhere && lines.find((line) => codesOf(line).includes(elsewhere.code))
  if (elsewhere && sentLine)
    return wrong(
      sentLine,
      `${elsewhere.code} was sent with order ${elsewhere.orderNumber} already. Read the code on the piece again; if the piece came back, accept its return on that order first.`,
    )
  const serialItems = await tx.select().from(serialItem).where(isOneOf(all))
  for (const line of lines) {
    const lineCodes = codesOf(line)
    for (const item of serialItems) {
      const code = lineCodes.find((each) => each === item.serial || each === item.huid)
      const error = code === undefined ? null : serialItemError(line, item, code)
      if (error !== null) return wrong(line, error)
    }
  }
  return null
}

function wrong({ position }: OrderLineRow, text: string): ErrorResponse {
  return errorResponse('conflict', text, { [`pieces.${position}`]: text })
}

function codesError(line: OrderLineRow, codes: readonly string[], all: readonly string[]): string | null {
  const { name, quantity } = line
  if (needsHuids(line) && codes.length !== quantity)
    return `${name}: expected ${quantity === 1 ? 'one HUID' : `${quantity} HUIDs, one of each piece`}; entered ${codes.length}. Read them from the pieces, or scan their tags.`
  if (codes.length > quantity)
    return `${name}: expected at most ${quantity === 1 ? 'one code' : `${quantity} codes`}; entered ${codes.length}.`
  const bad = needsHuids(line) ? codes.find((code) => !HUID.test(code)) : undefined
  if (bad !== undefined)
    return `${bad} is no HUID of ${name}: expected are six letters and digits, such as AB12C3, beside the hallmark. Read it again with a loupe, or scan the tag.`
  const repeated = codes.find((code) => all.indexOf(code) !== all.lastIndexOf(code))
  return repeated === undefined
    ? null
    : `${repeated} was entered twice: expected is another code for each piece. Read both pieces again.`
}

/** For a piece that was entered under Stock. */
function serialItemError(
  line: OrderLineRow,
  item: typeof serialItem.$inferSelect,
  code: string,
): string | null {
  const { name, type, productId: id, size, orderNumber } = line
  const sku = skuOf({ type, id })
  const itemSku = skuOfStockKey(item.key)
  const itemSize = sizeOfStockKey(item.key)
  const expected = `expected is ${name} (${sku}${size === '' ? '' : `, ${sizeLabel(line)}`})`
  if (itemSku !== sku || (itemSize !== '' && itemSize !== size)) {
    const size = itemSku && itemSize !== '' ? `, size ${itemSize}` : ''
    return `${code} is a piece of ${itemSku}${size}; ${expected}. Take the right piece, or correct the entry under Stock.`
  }
  if (item.state === 'available' || item.orderNumber === orderNumber) return null
  const where = item.orderNumber === null ? '' : ` with order ${item.orderNumber}`
  return `${code} is ${item.state}${where} by the entry under Stock; ${expected}, in stock. Take another piece; if you hold this one, correct its state under Stock.`
}

/** Returns one of the codes whose piece another customer has: sent, and not returned since. */
async function findSentElsewhere(
  tx: Db,
  codes: readonly string[],
  ownNumber: string,
): Promise<{ readonly code: string; readonly orderNumber: string } | undefined> {
  const sent = await tx
    .select({ orderNumber: orderLine.orderNumber, codes: orderLine.codes })
    .from(orderLine)
    .where(and(arrayOverlaps(orderLine.codes, [...codes]), ne(orderLine.orderNumber, ownNumber)))
  if (sent.length === 0) return undefined
  const returns = await tx
    .select({ orderNumber: orderReturn.orderNumber, codes: orderReturn.codes })
    .from(orderReturn)
    .where(
      inArray(
        orderReturn.orderNumber,
        sent.map((each) => each.orderNumber),
      ),
    )
  const isReturned = (orderNumber: string, code: string) =>
    returns.some((each) => each.orderNumber === orderNumber && each.codes.includes(code))
  return sent
    .flatMap(({ orderNumber, codes: sentCodes }) => (sentCodes ?? []).map((code) => ({ code, orderNumber })))
    .find(({ code, orderNumber }) => codes.includes(code) && !isReturned(orderNumber, code))
}

export function isOneOf(codes: readonly string[]) {
  return or(inArray(serialItem.serial, [...codes]), inArray(serialItem.huid, [...codes]))
}
