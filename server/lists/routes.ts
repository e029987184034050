/** Cart and wishlist of a signed-in person (D23). */
import { Hono } from 'hono'
import { changeLists, readLists, type Lists } from '#contract/lists.ts'
import { mountAuthenticated, type App, type AppEnv } from '#server/http.ts'
import type { Parts } from '#server/context.ts'
import { limitKey, refusedByLimit, type Limit } from '#server/rate-limit.ts'
import { applyChanges, loadLists, type UserLists } from './lists.ts'

/** Of one person. Each change is a row that is remembered for a month. */
const CHANGES: Limit = { limit: 1000, windowMs: 3_600_000 }

export function listRoutes({ db, identify, now }: Parts): App {
  const shop: App = new Hono<AppEnv>()

  mountAuthenticated(shop, identify, readLists, async ({ person }) => answer(await loadLists(db, person.id)))

  mountAuthenticated(shop, identify, changeLists, async ({ person, request: { changes } }) => {
    const refused = await refusedByLimit(db, limitKey('lists', person.id), {
      ...CHANGES,
      now: now(),
      cost: Math.max(changes.length, 1),
    })
    return refused ?? answer(await applyChanges(db, { userId: person.id, changes, now: now() }))
  })

  return shop
}

function answer({ cart, wishlist, cartGeneration }: UserLists): Lists {
  return { cart: [...cart], wishlist: [...wishlist], cartGeneration }
}
