/** The `/verify` screens of documents, signed with a key of our own instead of the server’s. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { statementText, tokenOf, type Statement } from '#domain/signed-document.ts'
import type { Screen } from './screen.ts'

const KEY_ID = '0badc0de'
const { privateKey, publicKey } = generateKeyPairSync('ed25519')

const INVOICE: Statement = {
  kind: 'invoice',
  number: 'SJ/2627/000123',
  date: '2026-11-24',
  isSpecimen: false,
  total: 12_345_678,
  piece: null,
}
const CERTIFICATE: Statement = {
  ...INVOICE,
  kind: 'certificate',
  number: 'SJ-7K2M9QXW4TBR8VHN/1.1',
  total: null,
  piece: {
    name: 'Mangala Diamond Mangal Sutra',
    sku: 'mangal-sutra-500',
    metal: 'Yellow Gold',
    purity: '22K916',
    grossWeightMg: 18_420,
    netWeightMg: 17_900,
    stoneWeightMg: 520,
    huid: 'A1B2C3',
  },
}

/** The code of a document whose key the server does not know. */
export const UNKNOWN_CODE = tokenOf(statementText(KEY_ID, INVOICE), new Uint8Array(64))

export const DOCUMENT_SCREENS: readonly Screen[] = [
  documentScreen('genuine', CERTIFICATE, 'Genuine: signed by'),
  documentScreen(
    'credit-note',
    { ...INVOICE, kind: 'credit note', number: 'CN/2627/000012' },
    'Genuine: signed by',
  ),
  documentScreen(
    'specimen',
    { ...INVOICE, number: 'SP/2627/000123', isSpecimen: true },
    'A specimen of a test order',
  ),
  documentScreen('forged', INVOICE, 'Not genuine', { ...INVOICE, total: 1 }),
]

function documentScreen(name: string, stated: Statement, answer: string, signed = stated): Screen {
  return {
    name: `verify-${name}`,
    async open(page) {
      await serveKey(page)
      const signature = sign(null, Buffer.from(statementText(KEY_ID, signed)), privateKey)
      await page.goto(`/verify#${tokenOf(statementText(KEY_ID, stated), signature)}`)
      await expect(page.getByText(answer)).toBeVisible()
    },
  }
}

async function serveKey(page: Page): Promise<void> {
  const json = { keys: [{ id: KEY_ID, publicKey: publicKey.export({ format: 'jwk' }).x }] }
  await page.route('**/api/document-keys', (route) => route.fulfill({ json }))
}
