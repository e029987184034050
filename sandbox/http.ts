/** HTTP helpers of the sandbox. */
import { timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

export type Env = { Bindings: HttpBindings }

/** Null if the body is not JSON. */
export function readJson(c: Context): Promise<unknown> {
  return c.req.json().catch(() => null)
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}

/** Constant time: takes as long for a wrong secret as for the right one. */
export function isSameSecret(given: string | Uint8Array, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The signed part of a JSON web token. */
export function jwtSigningInput(header: object, claims: object): string {
  return [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
}
