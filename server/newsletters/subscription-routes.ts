/** Newsletter subscriptions, with double opt-in (D17). */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { HOUR_MS } from '#domain/time.ts'
import { confirmSubscription, subscribe, unsubscribe } from '#contract/subscriptions.ts'
import type { Db } from '#server/db/open.ts'
import { subscriber } from '#server/db/schema.ts'
import { mount, errorResponse, sendError, type App, type AppEnv } from '#server/http.ts'
import type { Deps } from '#server/context.ts'
import { limitKey, checkRateLimit, clientKey } from '#server/rate-limit.ts'
import { queueEmail } from '#server/email/outbox.ts'
import * as templates from '#server/email/templates.ts'

/** The same response for every address, so that nobody learns who subscribes (D17). */
const THANKS_FOR_SUBSCRIBING =
  'Thank you. Please confirm with the link in our e-mail, unless you have already done so.'
const CONFIRMED = 'Thank you. Your subscription is confirmed.'
const UNSUBSCRIBED = 'You are unsubscribed. We will not write to you again.'
const LINK_NOT_VALID = 'This link is no longer valid.'

/** `limitScale` multiplies the rate limits, for tests. */
export function subscriptionRoutes({ db, now, siteUrl }: Deps, { limitScale = 1 } = {}): App {
  const app: App = new Hono<AppEnv>()

  mount(app, subscribe, async ({ request, context }) => {
    // Per client, because an office or a family shares an address.
    const key = limitKey('newsletter', clientKey(context.get('clientAddress')))
    const limited = await checkRateLimit(db, key, { limit: 20 * limitScale, windowMs: HOUR_MS, now: now() })
    if (limited) return limited
    await db.transaction((tx) => subscribeAddress(tx, { email: request.email, siteUrl, now: now() }))
    return ok(THANKS_FOR_SUBSCRIBING)
  })

  mount(app, confirmSubscription, async ({ request }) => {
    const isKnown = await confirmAddress(db, request.token, now())
    return isKnown ? ok(CONFIRMED) : errorResponse('not-found', LINK_NOT_VALID)
  })

  // RFC 8058: mail programs post a form to the List-Unsubscribe URL, without cookies.
  app.post(unsubscribe.path, async (context, next) => {
    const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(
      context.req.header('content-type') ?? '',
    )
    if (!isForm) return next()
    const parsed = unsubscribe.request?.safeParse({ token: context.req.query('token') })
    const isKnown = parsed?.success && (await unsubscribeAddress(db, parsed.data.token, now()))
    return isKnown
      ? context.json(ok(UNSUBSCRIBED))
      : sendError(context, errorResponse('not-found', LINK_NOT_VALID))
  })
  mount(app, unsubscribe, async ({ request }) => {
    const isKnown = await unsubscribeAddress(db, request.token, now())
    return isKnown ? ok(UNSUBSCRIBED) : errorResponse('not-found', LINK_NOT_VALID)
  })

  return app
}

function ok(message: string): { success: true; message: string } {
  return { success: true, message }
}

const isUnconfirmed = and(isNull(subscriber.confirmedAt), isNull(subscriber.unsubscribedAt))
const isUnsubscribed = and(isNotNull(subscriber.confirmedAt), isNotNull(subscriber.unsubscribedAt))

const newToken = () => randomBytes(32).toString('base64url')

/**
 * Sends a confirmation link, at most once a day per subscription. A former subscriber becomes unconfirmed again, with a
 * new link: those of earlier subscriptions stay invalid. Sends nothing to subscribers, nor to an address that
 * unsubscribed without ever confirming: its holder never subscribed.
 */
async function subscribeAddress(
  db: Db,
  { email, siteUrl, now }: { readonly email: string; readonly siteUrl: string; readonly now: Date },
): Promise<void> {
  const confirmToken = newToken()
  await db
    .insert(subscriber)
    .values({ email, token: newToken(), confirmToken, createdAt: now })
    // Subscribing again extends the link's expiry.
    .onConflictDoUpdate({
      target: subscriber.email,
      set: {
        createdAt: now,
        confirmToken: sql`case when ${subscriber.unsubscribedAt} is null then ${subscriber.confirmToken} else ${confirmToken} end`,
        confirmedAt: null,
        unsubscribedAt: null,
      },
      setWhere: or(isUnconfirmed, isUnsubscribed),
    })
  const [row] = await db
    .select()
    .from(subscriber)
    .where(and(eq(subscriber.email, email), isUnconfirmed))
  if (!row) return
  const confirmWith = row.confirmToken ?? row.token
  const day = now.toISOString().slice(0, 10)
  await queueEmail(db, {
    dedupeKey: `newsletter-confirmation:${createHash('sha256').update(confirmWith).digest('base64url')}:${day}`,
    recipient: email,
    unsubscribeUrl: `${siteUrl}${unsubscribe.path}?token=${row.token}`,
    ...templates.newsletterConfirmation({
      confirmUrl: `${siteUrl}/newsletter/confirm?token=${confirmWith}`,
      unsubscribeUrl: `${siteUrl}/newsletter/unsubscribe?token=${row.token}`,
    }),
    now,
  })
}

/** After unsubscribing, the link is invalid for good. */
async function confirmAddress(db: Db, token: string, now: Date): Promise<boolean> {
  const isOfLink = or(
    eq(subscriber.confirmToken, token),
    and(isNull(subscriber.confirmToken), eq(subscriber.token, token)),
  )
  const matches = await db
    .update(subscriber)
    // The first confirmation is the consent that the shop may have to prove.
    .set({ confirmedAt: sql`coalesce(${subscriber.confirmedAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(isOfLink, isNull(subscriber.unsubscribedAt)))
    .returning({ email: subscriber.email })
  return matches.length > 0
}

async function unsubscribeAddress(db: Db, token: string, now: Date): Promise<boolean> {
  const matches = await db
    .update(subscriber)
    .set({ unsubscribedAt: sql`coalesce(${subscriber.unsubscribedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(subscriber.token, token))
    .returning({ email: subscriber.email })
  return matches.length > 0
}
