/** Who can sign in. Three people are always there; anybody else is made of a name and an e-mail address. */
import { createHash } from 'node:crypto'

export interface Person {
  sub: string
  name: string
  email: string
}

export const GOOGLE_USERS: readonly Person[] = [
  { sub: '100000000000000000001', name: 'Asha Verma', email: 'asha.verma@gmail.example' },
  { sub: '100000000000000000002', name: 'Rohan Mehta', email: 'rohan.mehta@gmail.example' },
  { sub: '100000000000000000003', name: 'Fatima Sheikh', email: 'fatima.sheikh@gmail.example' },
]

/** The same address is the same account, also after a restart: its number comes from the address alone. */
export function googleUserFrom(given: { name: string; email: string }): Person | null {
  const email = given.email.trim().toLowerCase()
  const name = given.name.trim()
  if (name === '' || name.length > 100 || email.length > 200 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    return null
  }
  const known = GOOGLE_USERS.find((person) => person.email === email)
  if (known) return known
  const number = createHash('sha256').update(email).digest().readBigUInt64BE(0)
  return { sub: `2${String(number).padStart(20, '0')}`, name, email }
}

export function initialsOf(name: string): string {
  const words = name.split(/\s+/)
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? '')
    .join('')
}
