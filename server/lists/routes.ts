/** Cart and wishlist of a signed-in person (decisions.md 23). */
import { Hono } from 'hono'
import { changeLists, readLists, type Lists } from '#contract/lists.ts'
import { mountForPerson, type Shop, type ShopVariables } from '#server/http.ts'
import type { Parts } from '#server/parts.ts'
import { limitKey, refusedByLimit, type Limit } from '#server/rate-limit.ts'
import { applyChanges, listsOf, type PersonLists } from './lists.ts'

/** Of one person. Each change is a row that is remembered for a month. */
const CHANGES: Limit = { limit: 1000, windowMs: 3_600_000 }

export function listRoutes({ db, identify, now }: Parts): Shop {
  const shop: Shop = new Hono<ShopVariables>()

  mountForPerson(shop, identify, readLists, async ({ person }) => answer(await listsOf(db, person.id)))

  mountForPerson(shop, identify, changeLists, async ({ person, request: { changes } }) => {
    const refused = await refusedByLimit(db, limitKey('lists', person.id), {
      ...CHANGES,
      now: now(),
      cost: Math.max(changes.length, 1),
    })
    return refused ?? answer(await applyChanges(db, { userId: person.id, changes, now: now() }))
  })

  return shop
}

function answer({ cart, wishlist, cartGeneration }: PersonLists): Lists {
  return { cart: [...cart], wishlist: [...wishlist], cartGeneration }
}
