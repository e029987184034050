import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseToken, statementText, tokenOf, type Statement } from '#domain/signed-document.ts'
import { isSignedBy } from './check-document.ts'

const CERTIFICATE: Statement = {
  kind: 'certificate',
  number: 'SJ-7F3K2M9Q4T8W1X5Z/1.1',
  date: '2026-11-24',
  isSpecimen: false,
  total: null,
  piece: {
    name: 'सोने की अंगूठी',
    sku: 'rings-801',
    metal: 'Yellow Gold',
    purity: '22K916',
    grossWeightMg: 5000,
    netWeightMg: null,
    stoneWeightMg: null,
    huid: 'ZZ99ZZ',
  },
}

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const PUBLIC_KEY = publicKey.export({ format: 'jwk' }).x ?? ''

function signedToken(statement: Statement): string {
  const text = statementText('0a1b2c3d', statement)
  return tokenOf(text, sign(null, Buffer.from(text), privateKey))
}

test('a signed statement is read back, even from the whole address', () => {
  const token = parseToken(` https://shop.example/verify#${signedToken(CERTIFICATE)} `)
  expect(token?.statement).toEqual(CERTIFICATE)
  expect(token && isSignedBy(token, PUBLIC_KEY)).toBe(true)
})

test('another statement with the same signature is not genuine', () => {
  const signature = signedToken(CERTIFICATE).split('.').at(-1) ?? ''
  const heavier = {
    ...CERTIFICATE,
    piece: CERTIFICATE.piece && { ...CERTIFICATE.piece, grossWeightMg: 9000 },
  }
  const forged = parseToken(`${statementText('0a1b2c3d', heavier)}.${signature}`)
  expect(forged && isSignedBy(forged, PUBLIC_KEY)).toBe(false)
})

test.each(['', '#', 'hello', '0a1b2c3d.e30.AAAA', `0a1b2c3d.e30.${'A'.repeat(86)}`, 'x'.repeat(5000)])(
  '“%s” is no token',
  (text) => {
    expect(parseToken(text)).toBeNull()
  },
)
