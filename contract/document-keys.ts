/** The public keys with which the page /verify checks documents. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const DocumentKeys = z.object({
  /** Newest first. The public key is 32 bytes of Ed25519 in base64url. */
  keys: z.array(z.object({ id: z.string(), publicKey: z.string() })),
})
export type DocumentKeys = z.infer<typeof DocumentKeys>

export const readDocumentKeys = endpoint({
  method: 'GET',
  path: '/api/document-keys',
  signedIn: false,
  response: DocumentKeys,
})
