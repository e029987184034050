/** Cart and wishlist of a signed-in person (decisions.md 23). */
import { Hono } from 'hono'
import { changeLists, readLists, type Lists } from '#contract/lists.ts'
import { mountForPerson, type Shop, type ShopVariables } from '#server/http.ts'
import type { Parts } from '#server/parts.ts'
import { applyChanges, listsOf, type PersonLists } from './lists.ts'

export function listRoutes({ db, identify, now }: Parts): Shop {
  const shop: Shop = new Hono<ShopVariables>()

  mountForPerson(shop, identify, readLists, async ({ person }) => answer(await listsOf(db, person.id)))

  mountForPerson(shop, identify, changeLists, async ({ person, request }) =>
    answer(await applyChanges(db, { userId: person.id, changes: request.changes, now: now() })),
  )

  return shop
}

function answer({ cart, wishlist }: PersonLists): Lists {
  return { cart: [...cart], wishlist: [...wishlist] }
}
