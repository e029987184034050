/** The packing slip of a parcel: the content of the box, for the packer and the customer; without prices. */
import { SHOP } from '#domain/shop.ts'
import { skuOf, type ProductKey } from '#domain/product.ts'
import { formatDecimals } from '#domain/number-format.ts'
import type { ShippingAddress } from '#domain/shipping.ts'
import { formatIndiaDate } from '#domain/time.ts'
import {
  BODY,
  createPdf,
  drawFacts,
  drawLetterhead,
  drawRule,
  FIGURES,
  gridBox,
  INNER,
  LABEL,
  numberPages,
  PAGE,
  SOFT,
  STRONG,
} from './pdf-file.ts'
import { drawColumn, drawText, heightOf, INK } from './pdf-text.ts'

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

const ROWS_BOTTOM = PAGE.height - 80
const ROW_PADDING = 6
const QUANTITY_WIDTH = 36
const PIECE = { x: PAGE.margin + QUANTITY_WIDTH, width: INNER - QUANTITY_WIDTH }

export async function renderPackingSlip(parcel: PackedParcel): Promise<Buffer> {
  const { orderNumber, packedAt, lines } = parcel
  const { doc, finished } = await createPdf({
    title: `Packing slip ${orderNumber}`,
    author: SHOP.name,
    createdAt: packedAt,
  })
  let y = drawTableHead(doc, drawHead(doc, parcel))
  for (const line of lines) {
    if (y + lineHeightOf(doc, line) > ROWS_BOTTOM) {
      doc.addPage()
      y = drawTableHead(doc, PAGE.margin)
    }
    y = drawLine(doc, line, y)
    drawRule(doc, y)
  }
  const pieces = lines.reduce((count, { quantity }) => count + quantity, 0)
  const box = { x: PAGE.margin, y: y + ROW_PADDING, width: INNER }
  drawText(doc, pieces === 1 ? '1 piece' : `${pieces} pieces`, box, STRONG)
  numberPages(doc, orderNumber, 0)
  doc.end()
  return finished
}

/** Returns the position where the page continues. */
function drawHead(doc: PDFKit.PDFDocument, parcel: PackedParcel): number {
  const { orderNumber, shipTo, packedAt, weightMg, seal } = parcel
  const facts = [
    ['Packed', formatIndiaDate(packedAt)],
    ['Weight with box', `${formatDecimals(weightMg / 1000)} g`],
    ...(seal ? [['Seal', seal] as const] : []),
  ] as const
  const y = drawFacts(doc, facts, drawLetterhead(doc, 'Packing slip', `Order ${orderNumber}`))
  const { name, address, city, pincode, state, phone } = shipTo
  const large = { ...BODY, size: 11 }
  const below = drawColumn(doc, gridBox(0, y, 2), [
    ['Deliver to', LABEL],
    [name, { ...STRONG, size: large.size }],
    [address, large],
    [`${city} ${pincode}, ${state}`, large],
    [phone, large],
  ])
  return below + 16
}

function drawTableHead(doc: PDFKit.PDFDocument, y: number): number {
  drawText(doc, 'Qty', { x: PAGE.margin, y, width: QUANTITY_WIDTH }, LABEL)
  drawText(doc, 'Piece', { ...PIECE, y }, LABEL)
  drawRule(doc, y + 14, { color: INK })
  return y + 14
}

type PackedLine = PackedParcel['lines'][number]

function detailsOf({ type, id, size, codes }: PackedLine): string {
  const details = [
    skuOf({ type, id }),
    ...(size === '' ? [] : [`size ${size}`]),
    ...(codes.length === 0 ? [] : [`HUID or serial number ${codes.join(', ')}`]),
  ]
  return details.join(' · ')
}

function lineHeightOf(doc: PDFKit.PDFDocument, line: PackedLine): number {
  const details = heightOf(doc, detailsOf(line), PIECE.width, SOFT)
  return heightOf(doc, line.name, PIECE.width, STRONG) + details + 2 * ROW_PADDING
}

/** Returns the position where the page continues. */
function drawLine(doc: PDFKit.PDFDocument, line: PackedLine, top: number): number {
  const y = top + ROW_PADDING
  drawText(doc, String(line.quantity), { x: PAGE.margin, y, width: QUANTITY_WIDTH }, FIGURES)
  const below = drawColumn(doc, { ...PIECE, y }, [
    [line.name, STRONG],
    [detailsOf(line), SOFT],
  ])
  return below + ROW_PADDING
}
