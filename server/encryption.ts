/** Encryption at rest: each kind of secret in the database has a key of its own, derived from an operator's secret. */
import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'

export interface Encryption {
  /** Id of the current key, to find what another key has encrypted. */
  readonly keyId: string
  encrypt(text: string): Promise<string>
  /** Null if neither the current nor the previous key has encrypted it. */
  decrypt(data: string): Promise<string | null>
}

interface EncryptionOptions {
  readonly secret: string
  /** The previous secret, during a rotation. */
  readonly previousSecret: string | null
  /** Purpose of the encryption: each has its own key. */
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

/** Constant time, against timing attacks. */
export function isSameSecret(one: string, other: string): boolean {
  const [oneBytes, otherBytes] = [Buffer.from(one), Buffer.from(other)]
  return oneBytes.length === otherBytes.length && timingSafeEqual(oneBytes, otherBytes)
}
