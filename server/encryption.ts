/** Encryption at rest: each kind of secret in the database has a key of its own, derived from a secret of the operator. */
import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'

export interface Encryption {
  /** Names the present key, so that what is encrypted by another one can be found. */
  readonly keyId: string
  encrypt(text: string): Promise<string>
  /** Null for what neither the present key nor the previous one has encrypted. */
  decrypt(data: string): Promise<string | null>
}

interface EncryptionOptions {
  readonly secret: string
  /** The one before, while it is changed. */
  readonly previousSecret: string | null
  /** What is encrypted: keys of different uses differ. */
  readonly use: string
}

export function createEncryption({ secret, previousSecret, use }: EncryptionOptions): Encryption {
  const key = deriveKey(secret, use)
  const keys = previousSecret === null ? [key] : [key, deriveKey(previousSecret, use)]
  return {
    keyId: createHash('sha256').update(key).digest('hex').slice(0, 8),
    encrypt: (text) => symmetricEncrypt({ key, data: text }),
    async decrypt(data) {
      for (const one of keys) {
        const text = await symmetricDecrypt({ key: one, data }).catch(() => null)
        if (text !== null) return text
      }
      return null
    },
  }
}

export function deriveKey(secret: string, use: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', use, 32)).toString('hex')
}

/** In constant time, against timing attacks. */
export function isSameSecret(one: string, other: string): boolean {
  const [oneBytes, otherBytes] = [Buffer.from(one), Buffer.from(other)]
  return oneBytes.length === otherBytes.length && timingSafeEqual(oneBytes, otherBytes)
}
