/** GSTIN, the number of a business registered for GST in one state: 07AAACS1234F1ZU. */
import type { IndianState } from './pincode.ts'

/** The GST codes of states and union territories. */
export const STATE_CODES: Record<IndianState, string> = {
  'Jammu and Kashmir': '01',
  'Himachal Pradesh': '02',
  Punjab: '03',
  Chandigarh: '04',
  Uttarakhand: '05',
  Haryana: '06',
  Delhi: '07',
  Rajasthan: '08',
  'Uttar Pradesh': '09',
  Bihar: '10',
  Sikkim: '11',
  'Arunachal Pradesh': '12',
  Nagaland: '13',
  Manipur: '14',
  Mizoram: '15',
  Tripura: '16',
  Meghalaya: '17',
  Assam: '18',
  'West Bengal': '19',
  Jharkhand: '20',
  Odisha: '21',
  Chhattisgarh: '22',
  'Madhya Pradesh': '23',
  Gujarat: '24',
  'Dadra and Nagar Haveli and Daman and Diu': '26',
  Maharashtra: '27',
  Karnataka: '29',
  Goa: '30',
  Lakshadweep: '31',
  Kerala: '32',
  'Tamil Nadu': '33',
  Puducherry: '34',
  'Andaman and Nicobar Islands': '35',
  Telangana: '36',
  'Andhra Pradesh': '37',
  Ladakh: '38',
}

/** State, PAN of the business, number of its registration in that state, Z, check character. */
const GSTIN = /^\d{2}[A-Z]{3}[ABCEFGHJKLPT][A-Z]\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/
const BASE = 36

/** For regular taxpayers: the GSTINs of UN bodies and tax deductors have other patterns. */
export function isGstin(text: string): boolean {
  return GSTIN.test(text) && checkCharacterOf(text) === text.at(-1)
}

/**
 * Computed from the 14 characters before it: digits in base 36, every second one doubled, and the digits of each
 * product added.
 */
function checkCharacterOf(gstin: string): string {
  const sum = Array.from(gstin.slice(0, -1)).reduce((all, character, place) => {
    const product = Number.parseInt(character, BASE) * (place % 2 === 0 ? 1 : 2)
    return all + Math.floor(product / BASE) + (product % BASE)
  }, 0)
  return ((BASE - (sum % BASE)) % BASE).toString(BASE).toUpperCase()
}

/** Null for codes of no state, such as 97. */
export function stateOfGstin(gstin: string): IndianState | null {
  const code = gstin.slice(0, 2)
  // Object.keys loses the key type.
  const states = Object.keys(STATE_CODES) as IndianState[]
  return states.find((state) => STATE_CODES[state] === code) ?? null
}

export function panOfGstin(gstin: string): string {
  return gstin.slice(2, 12)
}
