/** What every stand-in needs of HTTP. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

export type Env = { Bindings: HttpBindings }

/** Null when the body is not JSON. */
export async function jsonOf(c: Context): Promise<unknown> {
  try {
    return await c.req.json()
  } catch {
    return null
  }
}

export function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
