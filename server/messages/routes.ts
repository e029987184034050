/** The contact form. */
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { HOUR_MS } from '#domain/time.ts'
import { sendContactMessage } from '#contract/messages.ts'
import { contactOf } from '#domain/shop-particulars.ts'
import { contactMessage } from '#server/db/schema.ts'
import { mount, type App, type AppEnv } from '#server/http.ts'
import type { Deps } from '#server/context.ts'
import { limitKey, checkRateLimit, clientKey } from '#server/rate-limit.ts'
import { queueEmail } from '#server/email/outbox.ts'
import { loadParticulars } from '#server/shop/particulars.ts'
import * as templates from '#server/email/templates.ts'

/** `limitScale` multiplies the rate limits, for tests. */
export function messageRoutes({ db, now }: Deps, { limitScale = 1 } = {}): App {
  const app: App = new Hono<AppEnv>()

  mount(app, sendContactMessage, async ({ request, context }) => {
    // Per client, because an office or a family shares an address.
    const key = limitKey('contact', clientKey(context.get('clientAddress')))
    const limited = await checkRateLimit(db, key, { limit: 10 * limitScale, windowMs: HOUR_MS, now: now() })
    if (limited) return limited
    const id = randomUUID()
    await db.transaction(async (tx) => {
      await tx.insert(contactMessage).values({ id, ...request, createdAt: now() })
      await queueEmail(tx, {
        dedupeKey: `contact:${id}`,
        recipient: contactOf(await loadParticulars(tx)).email,
        replyTo: request.email,
        ...templates.contactMessageEmail(request),
        now: now(),
      })
    })
    return { success: true as const, message: 'Thank you. We have your message and will answer by e-mail.' }
  })
  return app
}
