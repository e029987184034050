/** The profile document of the signed-in user (`3.profile.document`) and the saved shipping addresses. */
import { and, asc, desc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { readProfile, saveProfile, type Profile } from '#contract/account.ts'
import { changeAddress, readAddresses, removeAddress, saveAddress } from '#contract/addresses.ts'
import { SAVED_ADDRESSES_MAX } from '#domain/shipping.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { profile, user as userTable } from '#server/db/account-schema.ts'
import { order, orderLine } from '#server/db/schema.ts'
import {
  mountAuthenticated,
  errorResponse,
  withLimit,
  type User,
  type UserLimit,
  type App,
  type AppEnv,
} from '#server/http.ts'
import { loadLists } from '#server/lists/lists.ts'
import type { Deps } from '#server/context.ts'
import { listAddresses, deleteAddress, storeAddress, replaceAddress } from './addresses.ts'

const NO_SUCH_ADDRESS = errorResponse('not-found', 'Address not found')
const TOO_MANY_ADDRESSES = errorResponse(
  'conflict',
  `You can keep ${SAVED_ADDRESSES_MAX} addresses. Please remove one first.`,
)

/** Per user, because the user types each change. */
const CHANGES: UserLimit = { name: 'account', limit: 120, windowMs: 10 * MINUTE_MS }

export function accountRoutes(deps: Deps): App {
  const { db, authenticate, now } = deps
  const app: App = new Hono<AppEnv>()
  const authenticateChange = withLimit(authenticate, CHANGES)

  mountAuthenticated(app, authenticate, readProfile, ({ user }) => profileOf(deps, user))

  mountAuthenticated(app, authenticateChange, saveProfile, async ({ user, request }) => {
    await db
      .insert(profile)
      .values({ userId: user.id, ...request })
      .onConflictDoUpdate({ target: profile.userId, set: request })
    return profileOf(deps, user)
  })

  mountAuthenticated(app, authenticate, readAddresses, async ({ user }) => ({
    addresses: await listAddresses(db, user.id),
  }))

  mountAuthenticated(app, authenticateChange, saveAddress, async ({ user, request }) => {
    const addresses = await storeAddress(db, { userId: user.id, address: request, now: now() })
    return addresses.ok ? { addresses: addresses.value } : TOO_MANY_ADDRESSES
  })

  mountAuthenticated(app, authenticateChange, changeAddress, async ({ user, request, context }) => {
    const id = context.req.param('id') ?? ''
    const addresses = await replaceAddress(db, { id, userId: user.id, address: request, now: now() })
    return addresses ? { addresses } : NO_SUCH_ADDRESS
  })

  mountAuthenticated(app, authenticateChange, removeAddress, async ({ user, context }) => {
    const addresses = await deleteAddress(db, user.id, context.req.param('id') ?? '')
    return addresses ? { addresses } : NO_SUCH_ADDRESS
  })

  return app
}

/** A user who never saved anything has no profile row yet and gets an empty profile. */
async function profileOf({ db, now, collection }: Deps, user: User): Promise<Profile> {
  const [row] = await db
    .select({ phoneNumber: profile.phoneNumber, address: profile.address, createdAt: userTable.createdAt })
    .from(userTable)
    .leftJoin(profile, eq(profile.userId, userTable.id))
    .where(eq(userTable.id, user.id))
  if (!row) throw new Error('The user was deleted during the request')
  const { cart, wishlist } = await loadLists(db, { userId: user.id, now: now(), find: collection().find })
  return {
    email: user.email,
    displayName: user.name,
    phoneNumber: row.phoneNumber ?? '',
    address: row.address ?? '',
    cart: [...cart],
    wishlist: [...wishlist],
    purchases: await purchasesOf(db, user.id),
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
