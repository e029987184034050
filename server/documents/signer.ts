/**
 * Signs the statements of documents (Ed25519), so that their QR codes can be checked without the server. The key is
 * created on first use and stored, encrypted with a key that derives from the server's secret. If that secret has
 * changed and the previous one is unknown, a new key is created; all public keys are kept, so old documents can still
 * be checked.
 */
import { createPrivateKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { desc } from 'drizzle-orm'
import { statementText, tokenOf, type Statement } from '#domain/signed-document.ts'
import type { Database } from '#server/db/open.ts'
import { signingKey } from '#server/db/tax-document-schema.ts'
import { createEncryption } from '#server/encryption.ts'

export interface DocumentSigner {
  /** The address of the QR code. */
  verifyUrl(statement: Statement): Promise<string>
  /** All public keys, newest first. */
  publicKeys(): Promise<{ readonly id: string; readonly publicKey: string }[]>
}

interface SignerOptions {
  readonly db: Database
  readonly secret: string
  readonly previousSecret: string | null
  readonly siteUrl: string
  readonly now: () => Date
}

interface Key {
  readonly id: string
  readonly privateKey: KeyObject
}

export function createDocumentSigner({
  db,
  secret,
  previousSecret,
  siteUrl,
  now,
}: SignerOptions): DocumentSigner {
  const encryption = createEncryption({ secret, previousSecret, use: 'documents: signing key' })
  let current: Promise<Key> | null = null

  async function loadOrCreateKey(): Promise<Key> {
    for (const { id, privateKey } of await loadKeys(db)) {
      const pem = await encryption.decrypt(privateKey)
      if (pem !== null) return { id, privateKey: createPrivateKey(pem) }
    }
    return createKey()
  }

  async function createKey(): Promise<Key> {
    const id = randomBytes(4).toString('hex')
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    await db.insert(signingKey).values({
      id,
      publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
      privateKey: await encryption.encrypt(pem),
      createdAt: now(),
    })
    return { id, privateKey }
  }

  return {
    async verifyUrl(statement) {
      current ??= loadOrCreateKey()
      const { id, privateKey } = await current.catch((error: unknown) => {
        current = null
        throw error
      })
      const text = statementText(id, statement)
      return `${siteUrl}/verify#${tokenOf(text, sign(null, Buffer.from(text), privateKey))}`
    },
    async publicKeys() {
      return (await loadKeys(db)).map(({ id, publicKey }) => ({ id, publicKey }))
    },
  }
}

function loadKeys(db: Database) {
  return db.select().from(signingKey).orderBy(desc(signingKey.createdAt), desc(signingKey.id))
}
