/** The packing slip of a parcel: the content of the box, for the packer and the customer; without prices. */
import { SHOP } from '#domain/shop.ts'
import { skuOf, type ProductKey } from '#domain/product.ts'
import { formatDecimals } from '#domain/number-format.ts'
import type { ShippingAddress } from '#domain/shipping.ts'
import { formatIndiaDate } from '#domain/time.ts'
import { BODY, createPdf, drawRule, HEADING, INNER, numberPages, PAGE, SMALL, SOFT } from './pdf-file.ts'
import { drawText } from './pdf-text.ts'

export interface PackedParcel {
  readonly orderNumber: string
  readonly shipTo: ShippingAddress
  readonly packedAt: Date
  readonly weightMg: number
  readonly seal: string
  readonly lines: readonly (ProductKey & {
    readonly name: string
    readonly size: string
    readonly quantity: number
    /** HUIDs or serial numbers. */
    readonly codes: readonly string[]
  })[]
}

const ROWS_BOTTOM = PAGE.height - 90
const ROW_GAP = 8
const QUANTITY_WIDTH = 30

export async function renderPackingSlip(parcel: PackedParcel): Promise<Buffer> {
  const { orderNumber, packedAt, lines } = parcel
  const { doc, finished } = await createPdf({
    title: `Packing slip ${orderNumber}`,
    author: SHOP.name,
    createdAt: packedAt,
  })
  let y = drawTableHead(doc, drawHead(doc, parcel))
  for (const line of lines) {
    if (y > ROWS_BOTTOM - ROW_GAP) {
      doc.addPage()
      y = drawTableHead(doc, PAGE.margin)
    }
    y = drawLine(doc, line, y)
  }
  drawRule(doc, y)
  const pieces = lines.reduce((count, { quantity }) => count + quantity, 0)
  const box = { x: PAGE.margin, y: y + 8, width: INNER }
  drawText(doc, pieces === 1 ? '1 piece' : `${pieces} pieces`, box, { ...BODY, isBold: true })
  numberPages(doc, orderNumber, 0)
  doc.end()
  return finished
}

/** Returns the position where the page continues. */
function drawHead(doc: PDFKit.PDFDocument, parcel: PackedParcel): number {
  const { orderNumber, shipTo, packedAt, weightMg, seal } = parcel
  doc.addPage()
  const left = { x: PAGE.margin, width: INNER / 2 }
  const right = { x: PAGE.margin + INNER / 2, width: INNER / 2 }
  drawText(doc, SHOP.name, { ...left, y: 36 }, HEADING)
  drawText(doc, 'Packing slip', { ...right, y: 36 }, { ...HEADING, align: 'right' })
  const facts = [
    `Order ${orderNumber}`,
    `Packed ${formatIndiaDate(packedAt)}`,
    `${formatDecimals(weightMg / 1000)} g with box${seal && `, seal ${seal}`}`,
  ]
  facts.forEach((text, place) =>
    drawText(doc, text, { ...right, y: 60 + place * 12 }, { ...SMALL, align: 'right' }),
  )
  let y = 112 + drawText(doc, 'Deliver to', { ...left, y: 112 }, SOFT)
  const { name, address, city, pincode, state, phone } = shipTo
  for (const text of [name, address, `${city} ${pincode}, ${state}`, phone])
    y += drawText(doc, text, { ...left, y }, BODY)
  return y + 14
}

function drawTableHead(doc: PDFKit.PDFDocument, y: number): number {
  const style = { ...SMALL, isBold: true }
  drawText(doc, 'Qty', { x: PAGE.margin, y, width: QUANTITY_WIDTH }, style)
  drawText(doc, 'Piece', { x: PAGE.margin + QUANTITY_WIDTH, y, width: INNER - QUANTITY_WIDTH }, style)
  drawRule(doc, y + 15)
  return y + 20
}

function drawLine(
  doc: PDFKit.PDFDocument,
  { type, id, name, size, quantity, codes }: PackedParcel['lines'][number],
  y: number,
): number {
  const box = { x: PAGE.margin + QUANTITY_WIDTH, width: INNER - QUANTITY_WIDTH }
  drawText(doc, String(quantity), { x: PAGE.margin, y, width: QUANTITY_WIDTH }, BODY)
  const below = y + drawText(doc, name, { ...box, y }, BODY)
  const details = [
    skuOf({ type, id }),
    ...(size === '' ? [] : [`size ${size}`]),
    ...(codes.length === 0 ? [] : [`HUID or serial number ${codes.join(', ')}`]),
  ]
  return below + drawText(doc, details.join(' · '), { ...box, y: below }, SOFT) + ROW_GAP
}
