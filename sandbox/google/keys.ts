import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type JsonWebKey,
} from 'node:crypto'
import { jwtSigningInput } from '#sandbox/http.ts'
import type { Store } from '#sandbox/store.ts'

export interface SigningKey {
  jwk: JsonWebKey & { kid: string; use: 'sig'; alg: 'RS256' }
  /** A compact JSON web token. */
  signJwt(claims: Record<string, unknown>): string
}

/** Generates the key once and stores it. */
export function openSigningKey(store: Store): SigningKey {
  let pem = store.setting('google-key')
  if (pem === undefined) {
    pem = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    }).privateKey
    store.saveSetting('google-key', pem)
  }
  const privateKey = createPrivateKey(pem)
  const publicJwk = createPublicKey(privateKey).export({ format: 'jwk' })
  const kid = createHash('sha256').update(String(publicJwk.n)).digest('hex').slice(0, 40)
  return {
    jwk: { ...publicJwk, kid, use: 'sig', alg: 'RS256' },
    signJwt(claims) {
      const input = jwtSigningInput({ alg: 'RS256', kid, typ: 'JWT' }, claims)
      return `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`
    },
  }
}
