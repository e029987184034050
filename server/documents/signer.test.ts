import { createPublicKey, verify } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseToken, type Statement } from '#domain/signed-document.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { createDocumentSigner } from './signer.ts'

const database = useTestDatabase()

const now = () => new Date('2026-11-24T06:30:00Z')
const signerWith = (secret: string, previousSecret: string | null = null) =>
  createDocumentSigner({ db: database.db, secret, previousSecret, siteUrl: 'https://shop.example', now })

const INVOICE: Statement = {
  kind: 'invoice',
  number: 'SJ/2627/000123',
  date: '2026-11-24',
  isSpecimen: false,
  total: 3_288_300,
  piece: null,
}

/** Uses another implementation than the page and the signer. */
async function isGenuine(url: string): Promise<boolean> {
  const token = parseToken(url)
  const { publicKey } = (await signerWith('one').publicKeys()).find(({ id }) => id === token?.keyId) ?? {}
  if (!token || publicKey === undefined) return false
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  return verify(null, Buffer.from(token.signed), key, token.signature)
}

test('the address of a QR code states what was signed, and verifies', async () => {
  const url = await signerWith('one').verifyUrl(INVOICE)
  expect(url).toMatch(/^https:\/\/shop\.example\/verify#[0-9a-f]{8}\./)
  expect(parseToken(url)?.statement).toEqual(INVOICE)
  expect(await isGenuine(url)).toBe(true)
})

// Shows D50.signed
test('a token with any changed character fails verification', async () => {
  const url = await signerWith('one').verifyUrl(INVOICE)
  const start = url.indexOf('#') + 1
  // The last character of a signature has unused bits.
  const place = fc.integer({ min: start, max: url.length - 2 })
  await fc.assert(
    fc.asyncProperty(place, fc.constantFrom(...'Ab3_-.'), async (at, character) => {
      fc.pre(url[at] !== character)
      expect(await isGenuine(`${url.slice(0, at)}${character}${url.slice(at + 1)}`)).toBe(false)
    }),
    { numRuns: 60 },
  )
})

test('the key survives a rotation of the secret, and is replaced if the previous secret is unknown', async () => {
  const first = await signerWith('one').verifyUrl(INVOICE)
  expect(await signerWith('two', 'one').verifyUrl(INVOICE)).toBe(first)
  const other = await signerWith('three').verifyUrl(INVOICE)
  expect(parseToken(other)?.keyId).not.toBe(parseToken(first)?.keyId)
  expect([await isGenuine(first), await isGenuine(other)]).toEqual([true, true])
})
