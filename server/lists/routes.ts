/** Cart and wishlist of a signed-in user (D23). */
import { Hono } from 'hono'
import { changeLists, readLists, type Lists } from '#contract/lists.ts'
import { HOUR_MS } from '#domain/time.ts'
import { mountAuthenticated, withLimit, type UserLimit, type App, type AppEnv } from '#server/http.ts'
import type { Deps } from '#server/context.ts'
import { limitKey, checkRateLimit } from '#server/rate-limit.ts'
import { applyListChanges, loadLists, type UserLists } from './lists.ts'

/** Each change is a row that is stored for over a year. */
const CHANGES: UserLimit = { name: 'lists', limit: 1000, windowMs: HOUR_MS }

export function listRoutes({ db, authenticate, now, collection }: Deps): App {
  const app: App = new Hono<AppEnv>()

  mountAuthenticated(app, authenticate, readLists, async ({ user }) =>
    toResponse(await loadLists(db, { userId: user.id, now: now(), find: collection().find })),
  )

  mountAuthenticated(
    app,
    withLimit(authenticate, CHANGES),
    changeLists,
    async ({ user, request: { changes } }) => {
      // `authenticate` has counted one; each further change counts as a call.
      const further = changes.length - 1
      const limited =
        further > 0 &&
        (await checkRateLimit(db, limitKey(CHANGES.name, user.id), { ...CHANGES, now: now(), cost: further }))
      if (limited) return limited
      const { find } = collection()
      return toResponse(await applyListChanges(db, { userId: user.id, changes, now: now(), find }))
    },
  )

  return app
}

function toResponse({ cart, wishlist, cartGeneration, held }: UserLists): Lists {
  return {
    cart: [...cart],
    wishlist: [...wishlist],
    cartGeneration,
    ...(held.length > 0 && { held: [...held] }),
  }
}
