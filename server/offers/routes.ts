/** POST /api/offer-code: the terms of a code that the customer enters at the checkout. */
import { Hono } from 'hono'
import * as contract from '#contract/offer-code.ts'
import { normalizeOfferCode } from '#domain/offer-code.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Deps } from '#server/context.ts'
import {
  errorResponse,
  mountAuthenticated,
  withLimit,
  type App,
  type AppEnv,
  type UserLimit,
} from '#server/http.ts'
import { findUsableTerms } from './offer-codes.ts'

/** Enough for typing errors, too few to guess a code. */
const REQUESTS: UserLimit = { name: 'offer-code', limit: 20, windowMs: 10 * MINUTE_MS }

export function offerRoutes({ db, authenticate, now }: Deps): App {
  const app: App = new Hono<AppEnv>()
  mountAuthenticated(app, withLimit(authenticate, REQUESTS), contract.checkOfferCode, async (call) => {
    const code = normalizeOfferCode(call.request.code)
    const checked = await findUsableTerms(db, { code, userId: call.user.id, now: now() })
    if (!checked.ok) return errorResponse('offer-code-rejected', checked.error, { code: checked.error })
    return { success: true as const, terms: { ...checked.value, appliesTo: [...checked.value.appliesTo] } }
  })
  return app
}
