/** Checks the QR code of a document in the browser. Separate from its page, which loads it on demand. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { DocumentKeys, readDocumentKeys } from '#contract/document-keys.ts'
import { fromBase64Url, parseToken, type ParsedToken, type Statement } from '#domain/signed-document.ts'
import { call } from '#app/api.ts'
import { createStorageItem } from '#app/state/browser-storage.ts'

export type CheckedDocument =
  | { readonly kind: 'signed' | 'altered'; readonly statement: Statement }
  | { readonly kind: 'unreadable' | 'unknown key' | 'no connection' }

type Keys = DocumentKeys['keys']

/** Cached, so that documents can be checked offline once one was checked. */
const storedKeys = createStorageItem<Keys>('documentKeys', [], (stored) =>
  DocumentKeys.shape.keys.parse(stored),
)

export async function checkDocument(text: string): Promise<CheckedDocument> {
  const token = parseToken(text)
  if (!token) return { kind: 'unreadable' }
  // Requested each time, because a leaked key is withdrawn.
  const result = await call(readDocumentKeys)
  if (result.ok) storedKeys.set(result.value.keys)
  const key = storedKeys.get().find(({ id }) => id === token.keyId)
  if (key) return outcomeOf(token, key.publicKey)
  return { kind: result.ok ? 'unknown key' : 'no connection' }
}

function outcomeOf(token: ParsedToken, publicKey: string): CheckedDocument {
  return { kind: isSignedBy(token, publicKey) ? 'signed' : 'altered', statement: token.statement }
}

export function isSignedBy({ signed, signature }: ParsedToken, publicKey: string): boolean {
  return ed25519.verify(signature, new TextEncoder().encode(signed), fromBase64Url(publicKey))
}
