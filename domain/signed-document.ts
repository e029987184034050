/**
 * The signed statement in the QR code of a document, so that anyone can check it at /verify: never contains customer
 * data. The token is `<key>.<statement>.<signature>`, the last two in base64url; everything before the last dot is
 * signed.
 */
import * as z from 'zod/mini'
import { DOCUMENT_KINDS } from './tax-document-kind.ts'

const Piece = z.object({
  name: z.string(),
  sku: z.string(),
  /** Null for a gem. */
  metal: z.nullable(z.string()),
  /** Such as 22K916; null if the shop states none. */
  purity: z.nullable(z.string()),
  grossWeightMg: z.int(),
  /** Null if they are not recorded. */
  netWeightMg: z.nullable(z.int()),
  stoneWeightMg: z.nullable(z.int()),
  /** Null for a piece without hallmark. */
  huid: z.nullable(z.string()),
})
export type SignedPiece = z.infer<typeof Piece>

const Statement = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  number: z.string(),
  /** Date in India, such as 2026-11-24. */
  date: z.string(),
  /** Belongs to a test order: not a valid document. */
  isSpecimen: z.boolean(),
  /** In paise; null for a certificate. */
  total: z.nullable(z.int()),
  /** Null except for a certificate. */
  piece: z.nullable(Piece),
})
export type Statement = z.infer<typeof Statement>

export interface ParsedToken {
  readonly keyId: string
  /** Untrusted until the signature is checked. */
  readonly statement: Statement
  readonly signed: string
  readonly signature: Uint8Array
}

const TOKEN = /^([0-9a-f]{8})\.([\w-]{1,1500})\.([\w-]{86})$/

/** The signed text. */
export function statementText(keyId: string, statement: Statement): string {
  return `${keyId}.${toBase64Url(new TextEncoder().encode(JSON.stringify(statement)))}`
}

export function tokenOf(signed: string, signature: Uint8Array): string {
  return `${signed}.${toBase64Url(signature)}`
}

/** Accepts the token or the whole URL of the QR code. Null if it is neither. */
export function parseToken(text: string): ParsedToken | null {
  const token = text.trim().split('#').at(-1) ?? ''
  const [, keyId, body, signature] = TOKEN.exec(token) ?? []
  if (keyId === undefined || body === undefined || signature === undefined) return null
  try {
    const statement = Statement.parse(JSON.parse(new TextDecoder().decode(fromBase64Url(body))))
    return { keyId, statement, signed: `${keyId}.${body}`, signature: fromBase64Url(signature) }
  } catch {
    return null
  }
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0)
}
