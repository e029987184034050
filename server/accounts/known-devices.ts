/**
 * Devices on which an account was signed in before, proven by a signed cookie bound to the account. It grants no
 * access, only a separate limit of failed sign-ins (password-guard.ts).
 */
import { createHmac, randomBytes } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import { DAY_MS, SECOND_MS } from '#domain/time.ts'
import { isSameSecret } from '#server/encryption.ts'
import type { AppContext } from '#server/http.ts'

export interface KnownDevices {
  /** The random id of the device; null unless a cookie proves that the account was signed in on it. */
  deviceOf(context: AppContext, email: string): string | null
  /** To be called after a sign-in. */
  markKnown(context: AppContext, email: string): void
}

const COOKIE = 'swarnika.known_device'
/** Users who share a browser. */
const ACCOUNTS_MAX = 4
/** Browsers keep no cookie for longer. */
const MAX_AGE_S = (400 * DAY_MS) / SECOND_MS

export function createKnownDevices({ secret, siteUrl }: { secret: string; siteUrl: string }): KnownDevices {
  const isSecure = siteUrl.startsWith('https:')
  const prefix = isSecure ? ({ prefix: 'secure' } as const) : {}

  const signatureOf = (device: string, email: string) =>
    createHmac('sha256', secret).update(`known-device\n${device}\n${email}`).digest('base64url')

  function readProofs(context: AppContext): readonly string[] {
    const cookie = isSecure ? getCookie(context, COOKIE, 'secure') : getCookie(context, COOKIE)
    return cookie?.split('~').slice(0, ACCOUNTS_MAX) ?? []
  }

  function verifyProof(proof: string, email: string): string | null {
    const [device = '', signature = ''] = proof.split('.')
    return isSameSecret(signature, signatureOf(device, email)) ? device : null
  }

  return {
    deviceOf(context, email) {
      for (const proof of readProofs(context)) {
        const device = verifyProof(proof, email)
        if (device !== null) return device
      }
      return null
    },
    markKnown(context, email) {
      const proofs = readProofs(context)
      const ownProof = proofs.find((proof) => verifyProof(proof, email) !== null)
      const device = randomBytes(16).toString('base64url')
      const newest = ownProof ?? `${device}.${signatureOf(device, email)}`
      const others = proofs.filter((proof) => proof !== ownProof).slice(0, ACCOUNTS_MAX - 1)
      setCookie(context, COOKIE, [newest, ...others].join('~'), {
        ...prefix,
        path: '/api/auth',
        httpOnly: true,
        secure: isSecure,
        sameSite: 'Lax',
        maxAge: MAX_AGE_S,
      })
    },
  }
}
