/** Users who can sign in: three prepared ones, and any other by name and e-mail address. */
import { createHash } from 'node:crypto'

export interface GoogleUser {
  sub: string
  name: string
  email: string
}

export const GOOGLE_USERS: readonly GoogleUser[] = [
  { sub: '100000000000000000001', name: 'Asha Verma', email: 'asha.verma@gmail.example' },
  { sub: '100000000000000000002', name: 'Rohan Mehta', email: 'rohan.mehta@gmail.example' },
  { sub: '100000000000000000003', name: 'Fatima Sheikh', email: 'fatima.sheikh@gmail.example' },
]

/** The same address is the same account, even after a restart. Null if name or address are invalid. */
export function googleUserFrom(form: { name: string; email: string }): GoogleUser | null {
  const email = form.email.trim().toLowerCase()
  const name = form.name.trim()
  if (name === '' || name.length > 100 || email.length > 200 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    return null
  }
  const prepared = GOOGLE_USERS.find((user) => user.email === email)
  if (prepared) return prepared
  const number = createHash('sha256').update(email).digest().readBigUInt64BE(0)
  return { sub: `2${String(number).padStart(20, '0')}`, name, email }
}

export function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? '')
    .join('')
}
