/** The keys that sign bearer tokens, from the database. Kept for a moment: every signed-in call needs them. */
import { symmetricDecrypt } from 'better-auth/crypto'
import { MINUTE_MS } from '#domain/time.ts'
import { jwks } from '#server/db/account-schema.ts'
import type { Database } from '#server/db/open.ts'

export const SIGNING_KEYS = { alg: 'EdDSA', crv: 'Ed25519' } as const

/** Until a server notices that an operator has deleted a key. */
const KEPT_MS = MINUTE_MS

type Secret = Parameters<typeof symmetricDecrypt>[0]['key']
type SigningKey = Awaited<ReturnType<typeof keysForSecret>>[number]

export interface SigningKeys {
  get(secret: Secret): Promise<SigningKey[]>
  /** Reads the keys again if none of them signed the token: another server may have created a new one. */
  expect(token: string): void
}

export function createSigningKeys({
  db,
  now,
}: {
  readonly db: Database
  readonly now: () => Date
}): SigningKeys {
  let cachedKeys: readonly SigningKey[] = []
  let readAt = -Infinity
  return {
    async get(secret) {
      const age = now().getTime() - readAt
      if (cachedKeys.length === 0 || age < 0 || age >= KEPT_MS) {
        cachedKeys = await keysForSecret(db, secret)
        readAt = now().getTime()
      }
      return [...cachedKeys]
    },
    expect(token) {
      if (!cachedKeys.some(({ id }) => id === keyIdOf(token))) cachedKeys = []
    },
  }
}

function keyIdOf(token: string): unknown {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString())
    return typeof header === 'object' && header !== null && 'kid' in header ? header.kid : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the signing keys that the current secret decrypts. After a change of the secret the library creates a new
 * one; otherwise every token would fail until an operator emptied the table.
 */
async function keysForSecret(db: Database, secret: Secret) {
  const keys = await db.select().from(jwks)
  const opened = await Promise.all(
    keys.map(({ privateKey }) =>
      symmetricDecrypt({ key: secret, data: JSON.parse(privateKey) }).then(
        () => true,
        () => false,
      ),
    ),
  )
  return keys
    .filter((_, index) => opened[index])
    .map(({ id, publicKey, privateKey, createdAt, expiresAt }) => ({
      id,
      publicKey,
      privateKey,
      createdAt,
      ...(expiresAt && { expiresAt }),
      ...SIGNING_KEYS,
    }))
}
