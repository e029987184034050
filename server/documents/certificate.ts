/** Certificates of the pieces of a packed order: one page each, from the recorded facts of its lines. */
import { factsOfPiece } from '#domain/piece-facts.ts'
import type { SignedPiece, Statement } from '#domain/signed-document.ts'
import { skuOf, type ProductKey } from '#domain/product.ts'
import type { LineFacts } from '#domain/line-facts.ts'
import { SHOP } from '#domain/shop.ts'
import { formatIndiaDate, indiaDate } from '#domain/time.ts'
import { createPdf, drawQrCode, drawRule, drawWordmark, SOFT, TITLE, WARNING } from './pdf-file.ts'
import { drawText, GOLD, type TextStyle } from './pdf-text.ts'
import type { DocumentSigner } from './signer.ts'

export interface CertifiedOrder {
  readonly orderNumber: string
  readonly isTest: boolean
  readonly packedAt: Date
  readonly lines: readonly (ProductKey & {
    readonly position: number
    readonly name: string
    readonly size: string
    readonly quantity: number
    /** Null for orders that predate line facts: such a line has no certificate. */
    readonly facts: LineFacts | null
    /** HUIDs or serial numbers. */
    readonly codes: readonly string[]
    /** The number of pieces that the customer has returned, and the codes of those that have one. */
    readonly returned: { readonly quantity: number; readonly codes: readonly string[] }
  })[]
}

interface Certificate {
  readonly number: string
  readonly size: string
  readonly piece: SignedPiece
  /** A HUID or serial number; null without one. */
  readonly code: string | null
}

/** A5, landscape. */
const SHEET = { width: 595.28, height: 419.53 }
const EDGE = 48
const TOP = 110
const QR_SIZE = 128
const LABEL_WIDTH = 96
const ROW = 21
const NAME: TextStyle = { size: 23, face: 'serif' }
const VALUE: TextStyle = { size: 10, face: 'strong', isFigures: true }
const STATEMENT: TextStyle = { size: 12, face: 'serif' }

/** Also false if the customer has returned all pieces. */
export function hasCertificates(order: CertifiedOrder): boolean {
  return certificatesOf(order).length > 0
}

/** Null if there is nothing to certify. */
export async function renderCertificates(
  order: CertifiedOrder,
  signer: Pick<DocumentSigner, 'verifyUrl'>,
): Promise<Buffer | null> {
  const certificates = certificatesOf(order)
  if (certificates.length === 0) return null
  const { doc, finished } = await createPdf({
    title: `Certificate ${order.orderNumber}`,
    author: SHOP.name,
    createdAt: order.packedAt,
  })
  for (const certificate of certificates)
    drawCertificate(doc, order, {
      ...certificate,
      url: await signer.verifyUrl(statementOf(order, certificate)),
    })
  doc.end()
  return finished
}

function certificatesOf({ orderNumber, lines }: CertifiedOrder): Certificate[] {
  return lines.flatMap(({ position, name, size, quantity, facts, codes, returned, ...key }) => {
    if (!facts) return []
    const { metal, purity, grossWeightMg, netWeightMg, stoneWeightMg } = facts
    const kept = codes.length > 0 ? quantity : quantity - returned.quantity
    return Array.from({ length: kept }, (_, index) => {
      const code = codes[index] ?? null
      const huid = purity === null ? null : code
      const piece = { name, sku: skuOf(key), metal, purity, grossWeightMg, netWeightMg, stoneWeightMg, huid }
      return { number: `${orderNumber}/${position + 1}.${index + 1}`, size, piece, code }
    }).filter(({ code }) => code === null || !returned.codes.includes(code))
  })
}

function statementOf({ isTest, packedAt }: CertifiedOrder, { number, piece }: Certificate): Statement {
  return {
    kind: 'certificate',
    number,
    date: indiaDate(packedAt),
    isSpecimen: isTest,
    total: null,
    piece,
  }
}

function drawCertificate(
  doc: PDFKit.PDFDocument,
  { isTest, packedAt }: CertifiedOrder,
  { number, size, piece, code, url }: Certificate & { readonly url: string },
): void {
  doc.addPage({ size: [SHEET.width, SHEET.height], margin: 0 })
  drawFrame(doc)
  const inner = SHEET.width - 2 * EDGE
  const head = { x: EDGE, width: inner }
  drawWordmark(doc, { x: EDGE, y: 42, size: TITLE.size })
  drawText(doc, `${SHOP.city}, since ${SHOP.since}`, { ...head, y: 76 }, SOFT)
  drawText(doc, 'Certificate', { ...head, y: 42 }, { ...TITLE, align: 'right' })
  drawText(doc, number, { ...head, y: 76 }, { ...SOFT, align: 'right' })
  drawRule(doc, 96, { ...head, color: GOLD })

  const column = inner - QR_SIZE - 44
  let y = TOP + drawText(doc, piece.name, { x: EDGE, y: TOP, width: column }, NAME) + 10
  factsOf(piece, { size, code, packedAt }).forEach(([label, value], place) => {
    if (place > 0) drawRule(doc, y, { x: EDGE, width: column })
    drawText(doc, label, { x: EDGE, y: y + 4.5, width: LABEL_WIDTH }, { ...SOFT, size: 9 })
    drawText(doc, value, { x: EDGE + LABEL_WIDTH, y: y + 3.5, width: column - LABEL_WIDTH }, VALUE)
    y += ROW
  })
  const x = SHEET.width - EDGE - QR_SIZE
  drawQrCode(doc, url, { x, y: TOP + 6, size: QR_SIZE })
  const check = `Scan to check this certificate, or go to ${new URL(url).host}/verify.`
  drawText(doc, check, { x, y: TOP + QR_SIZE + 14, width: QR_SIZE }, SOFT)
  const foot = isTest
    ? 'SPECIMEN: of a test order. No such piece was sold, and this certifies nothing.'
    : certificationText(piece)
  drawRule(doc, SHEET.height - 84, { ...head, color: GOLD })
  drawText(doc, foot, { ...head, y: SHEET.height - 76 }, isTest ? WARNING : STATEMENT)
}

function drawFrame(doc: PDFKit.PDFDocument): void {
  for (const [inset, thickness] of [
    [19, 0.9],
    [23, 0.4],
  ] as const)
    doc
      .rect(inset, inset, SHEET.width - 2 * inset, SHEET.height - 2 * inset)
      .lineWidth(thickness)
      .strokeColor(GOLD)
      .stroke()
}

function certificationText({ metal, huid }: SignedPiece): string {
  if (metal === null) return `${SHOP.name} certifies that the stone named here has this weight.`
  const statement = `${SHOP.name} certifies that the piece named here is of this metal and has these weights.`
  return huid === null ? statement : `${statement} Compare the HUID on the piece with the one above.`
}

function factsOf(
  piece: SignedPiece,
  { size, code, packedAt }: Pick<Certificate, 'size' | 'code'> & Pick<CertifiedOrder, 'packedAt'>,
): readonly (readonly [string, string])[] {
  const { sku, huid } = piece
  return [
    ...factsOfPiece(piece),
    ...(code === null ? [] : [[huid === null ? 'Serial number' : 'HUID', code] as const]),
    ...(size === '' ? [] : [['Size', size] as const]),
    ['Article', sku],
    ['Date', formatIndiaDate(packedAt)],
  ]
}
