/** The profile document of the signed-in person (`3.profile.document`), and their shipping addresses. */
import { and, asc, desc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { readProfile, saveProfile, type Profile } from '#contract/account.ts'
import { changeAddress, readAddresses, removeAddress, saveAddress } from '#contract/addresses.ts'
import { SAVED_ADDRESSES_MAX } from '#domain/shipping.ts'
import type { Db } from '#server/db/open.ts'
import { order, orderLine, profile, user } from '#server/db/schema.ts'
import { mountAuthenticated, errorResponse, type User, type App, type AppEnv } from '#server/http.ts'
import { loadLists } from '#server/lists/lists.ts'
import type { Parts } from '#server/context.ts'
import { limitKey, refusedByLimit, type Limit } from '#server/rate-limit.ts'
import { listAddresses, deleteAddress, storeAddress, replaceAddress } from './addresses.ts'

const NO_SUCH_ADDRESS = errorResponse('not-found', 'Address not found')
const TOO_MANY_ADDRESSES = errorResponse(
  'conflict',
  `You can keep ${SAVED_ADDRESSES_MAX} addresses. Please remove one first.`,
)

/** Of one person, who types each of them. */
const CHANGES: Limit = { limit: 120, windowMs: 600_000 }

export function accountRoutes({ db, identify, now }: Parts): App {
  const shop: App = new Hono<AppEnv>()
  const refusedTo = (person: User) =>
    refusedByLimit(db, limitKey('account', person.id), { ...CHANGES, now: now() })

  mountAuthenticated(shop, identify, readProfile, ({ person }) => profileOf(db, person))

  mountAuthenticated(shop, identify, saveProfile, async ({ person, request }) => {
    const refused = await refusedTo(person)
    if (refused) return refused
    await db
      .insert(profile)
      .values({ userId: person.id, ...request })
      .onConflictDoUpdate({ target: profile.userId, set: request })
    return profileOf(db, person)
  })

  mountAuthenticated(shop, identify, readAddresses, async ({ person }) => ({
    addresses: await listAddresses(db, person.id),
  }))

  mountAuthenticated(shop, identify, saveAddress, async ({ person, request }) => {
    const refused = await refusedTo(person)
    if (refused) return refused
    const addresses = await storeAddress(db, { userId: person.id, address: request, now: now() })
    return addresses === 'full' ? TOO_MANY_ADDRESSES : { addresses }
  })

  mountAuthenticated(shop, identify, changeAddress, async ({ person, request, context }) => {
    const refused = await refusedTo(person)
    if (refused) return refused
    const id = context.req.param('id') ?? ''
    const addresses = await replaceAddress(db, { id, userId: person.id, address: request, now: now() })
    return addresses ? { addresses } : NO_SUCH_ADDRESS
  })

  mountAuthenticated(shop, identify, removeAddress, async ({ person, context }) => {
    const refused = await refusedTo(person)
    if (refused) return refused
    const addresses = await deleteAddress(db, person.id, context.req.param('id') ?? '')
    return addresses ? { addresses } : NO_SUCH_ADDRESS
  })

  return shop
}

/** Somebody who never saved anything has no row of a profile yet, and reads an empty one. */
async function profileOf(db: Db, person: User): Promise<Profile> {
  const [row] = await db
    .select({ phoneNumber: profile.phoneNumber, address: profile.address, createdAt: user.createdAt })
    .from(user)
    .leftJoin(profile, eq(profile.userId, user.id))
    .where(eq(user.id, person.id))
  if (!row) throw new Error('The person was removed while being answered')
  const { cart, wishlist } = await loadLists(db, person.id)
  return {
    email: person.email,
    displayName: person.name,
    phoneNumber: row.phoneNumber ?? '',
    address: row.address ?? '',
    cart: [...cart],
    wishlist: [...wishlist],
    purchases: await purchasesOf(db, person.id),
    createdAt: row.createdAt.toISOString(),
  }
}

async function purchasesOf(db: Db, userId: string): Promise<Profile['purchases']> {
  const lines = await db
    .select({
      number: order.number,
      placedAt: order.placedAt,
      completedAt: order.completedAt,
      total: order.total,
      name: orderLine.name,
    })
    .from(order)
    .innerJoin(orderLine, eq(orderLine.orderNumber, order.number))
    .where(and(eq(order.userId, userId), eq(order.status, 'completed')))
    .orderBy(desc(order.completedAt), asc(order.number), asc(orderLine.position))
  return [...Map.groupBy(lines, (line) => line.number)].flatMap(([number, [first, ...others]]) =>
    first
      ? {
          number,
          date: (first.completedAt ?? first.placedAt).toISOString(),
          total: first.total,
          items: [first, ...others].map(({ name }) => name),
        }
      : [],
  )
}
