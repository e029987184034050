/**
 * Devices on which an account was signed in before: a cookie proves it, signed by the shop and bound to the account.
 * It grants no access, only an allowance of wrong passwords of its own (password-guard.ts).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import type { AppContext } from '#server/http.ts'

export interface KnownDevices {
  /** A name of the device; null where nothing proves that the account was signed in on it. */
  deviceOf(context: AppContext, email: string): string | null
  /** To be called after a sign-in. */
  remember(context: AppContext, email: string): void
}

const COOKIE = 'swarnika.known_device'
/** People who share a browser. */
const ACCOUNTS_MAX = 4
/** The most that browsers keep. */
const KEPT_S = 400 * 86_400

export function createKnownDevices({ secret, siteUrl }: { secret: string; siteUrl: string }): KnownDevices {
  const isSecure = siteUrl.startsWith('https:')
  const prefix = isSecure ? ({ prefix: 'secure' } as const) : {}

  const signatureOf = (device: string, email: string) =>
    createHmac('sha256', secret).update(`known-device\n${device}\n${email}`).digest('base64url')

  function proofsIn(context: AppContext): readonly string[] {
    const cookie = isSecure ? getCookie(context, COOKIE, 'secure') : getCookie(context, COOKIE)
    return cookie?.split('~').slice(0, ACCOUNTS_MAX) ?? []
  }

  function deviceIn(proof: string, email: string): string | null {
    const [device = '', signature = ''] = proof.split('.')
    const wanted = Buffer.from(signatureOf(device, email))
    const given = Buffer.from(signature)
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? device : null
  }

  return {
    deviceOf(context, email) {
      for (const proof of proofsIn(context)) {
        const device = deviceIn(proof, email)
        if (device !== null) return device
      }
      return null
    },
    remember(context, email) {
      const proofs = proofsIn(context)
      const known = proofs.find((proof) => deviceIn(proof, email) !== null)
      const device = randomBytes(16).toString('base64url')
      const newest = known ?? `${device}.${signatureOf(device, email)}`
      const others = proofs.filter((proof) => proof !== known).slice(0, ACCOUNTS_MAX - 1)
      setCookie(context, COOKIE, [newest, ...others].join('~'), {
        ...prefix,
        path: '/api/auth',
        httpOnly: true,
        secure: isSecure,
        sameSite: 'Lax',
        maxAge: KEPT_S,
      })
    },
  }
}
