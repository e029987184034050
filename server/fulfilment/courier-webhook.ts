/**
 * The courier's webhook only reports that a parcel has news; its state is then fetched from the courier, so that a
 * repeated, reordered or forged webhook changes nothing.
 */
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { EXTERNAL_PATHS } from '#contract/external.ts'
import { isSameSecret } from '#server/encryption.ts'
import type { Database } from '#server/db/open.ts'
import { errorResponse, sendError, type App, type AppEnv } from '#server/http.ts'
import type { ShiprocketSettings } from '#server/env.ts'
import type { Log } from '#server/log.ts'
import { trackSoon } from './tracking.ts'

interface CourierWebhookDeps {
  readonly db: Database
  readonly log: Log
  readonly now: () => Date
  readonly worker: { wake(job: 'parcel tracking' | 'pickup tracking'): void }
}

const Body = z.object({ awb: z.pipe(z.union([z.string(), z.number()]), z.transform(String)) })

/** Rejects every call if no token is configured. */
export function courierWebhook(
  { db, log, now, worker }: CourierWebhookDeps,
  { webhookToken, previousWebhookToken }: Pick<ShiprocketSettings, 'webhookToken' | 'previousWebhookToken'>,
): App {
  const app: App = new Hono<AppEnv>()
  app.post(EXTERNAL_PATHS.parcelWebhook, async (context) => {
    const key = context.req.header('x-api-key') ?? ''
    if (![webhookToken, previousWebhookToken].some((token) => token != null && isSameSecret(key, token))) {
      log.warn('parcel webhook rejected')
      return sendError(context, errorResponse('invalid-signature', 'The token is not valid.'))
    }
    const parsed = Body.safeParse(await context.req.json().catch(() => null))
    if (!parsed.success || !/^[\w-]{1,60}$/.test(parsed.data.awb))
      return sendError(context, errorResponse('invalid-request', 'The event cannot be read.'))
    const isKnown = await trackSoon(db, parsed.data.awb, now())
    log.info('parcel webhook received', { isKnown })
    if (isKnown) for (const job of ['parcel tracking', 'pickup tracking'] as const) worker.wake(job)
    return context.json({ success: true })
  })
  return app
}
