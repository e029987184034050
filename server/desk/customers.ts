/** Customers' accounts at the desk (contract/desk/customers.ts): what the shop holds, and its erasure on request. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  ilike,
  inArray,
  isNotNull,
  isNull,
  like,
  max,
  ne,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Customer, CustomerList, searchCustomers } from '#contract/desk/customers.ts'
import { paise } from '#domain/money.ts'
import { skuOf } from '#domain/product.ts'
import { addMs, DAY_MS } from '#domain/time.ts'
import { account, profile, savedAddress, session, user, verification } from '#server/db/account-schema.ts'
import { newsletterRecipient } from '#server/db/newsletter-schema.ts'
import { lockUser } from '#server/db/lock-user.ts'
import type { Db } from '#server/db/open.ts'
import { orderPan } from '#server/db/pan-schema.ts'
import { parcel } from '#server/db/parcel-schema.ts'
import { eraseEmails } from '#server/email/outbox.ts'
import { refundRequest } from '#server/db/refund-schema.ts'
import { orderReturn } from '#server/db/return-schema.ts'
import { appliedChange, cartLine, wishlistItem } from '#server/db/list-schema.ts'
import { contactMessage, order, surplusRefund, subscriber } from '#server/db/schema.ts'

type UserRow = typeof user.$inferSelect

type Search = z.output<NonNullable<(typeof searchCustomers)['request']>>

const PAGE_SIZE = 50

/** Newest account first. */
export async function findCustomers(db: Db, { text, view, olderThan }: Search): Promise<CustomerList> {
  const paid = db
    .select({ userId: order.userId, orders: count().as('orders'), lastAt: max(order.placedAt).as('last_at') })
    .from(order)
    .where(and(isNotNull(order.paidAt), eq(order.userId, user.id)))
    .groupBy(order.userId)
    .as('paid')
  const rows = await db
    .select({ row: user, orders: paid.orders, lastAt: paid.lastAt })
    .from(user)
    .leftJoinLateral(paid, sql`true`)
    .where(
      and(
        matches(text),
        view === 'all' ? undefined : view === 'bought' ? isNotNull(paid.orders) : isNull(paid.orders),
        olderThan === null ? undefined : isOlderThan(olderThan),
      ),
    )
    .orderBy(desc(user.createdAt), desc(user.id))
    .limit(PAGE_SIZE + 1)
  const page = rows.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  return {
    customers: page.map(({ row: { id, name, email, createdAt }, orders, lastAt }) => ({
      id,
      name,
      email,
      createdAt: createdAt.toISOString(),
      orders: orders ?? 0,
      lastOrderAt: lastAt?.toISOString() ?? null,
    })),
    ...(last && rows.length > PAGE_SIZE && { olderThan: last.row.id }),
  }
}

function isOlderThan(id: string): SQL {
  const cursor = sql`(select ${user.createdAt}, ${user.id} from ${user} where ${user.id} = ${id})`
  return sql`(${user.createdAt}, ${user.id}) < ${cursor}`
}

function matches(text: string): SQL | undefined {
  if (text === '') return undefined
  const pattern = text.replaceAll(/[\\%_]/g, '\\$&')
  // Addresses are stored in lower case.
  const hasEmail = like(user.email, `${pattern.toLowerCase()}%`)
  return text.includes('@') ? hasEmail : or(hasEmail, ilike(user.name, `%${pattern}%`))
}

export async function findCustomerById(db: Db, id: string, now: Date): Promise<Customer | null> {
  const [row] = await db.select().from(user).where(eq(user.id, id))
  return row ? loadCustomer(db, row, now) : null
}

async function loadCustomer(db: Db, { id, name, email, createdAt }: UserRow, now: Date): Promise<Customer> {
  const accounts = await db.select().from(account).where(eq(account.userId, id))
  const [ownProfile] = await db.select().from(profile).where(eq(profile.userId, id))
  const addresses = await db
    .select()
    .from(savedAddress)
    .where(eq(savedAddress.userId, id))
    .orderBy(desc(savedAddress.usedAt))
  const lines = await db
    .select()
    .from(cartLine)
    .where(eq(cartLine.userId, id))
    .orderBy(asc(cartLine.position))
  const wishlist = await db
    .select()
    .from(wishlistItem)
    .where(eq(wishlistItem.userId, id))
    .orderBy(asc(wishlistItem.position))
  const orders = await db.select().from(order).where(eq(order.userId, id)).orderBy(desc(order.placedAt))
  const withPan = await numbersWithPan(db, id)
  const messages = await db
    .select()
    .from(contactMessage)
    .where(eq(sql`lower(${contactMessage.email})`, email))
    .orderBy(desc(contactMessage.createdAt))
  return {
    id,
    name,
    email,
    createdAt: createdAt.toISOString(),
    signsInBy: accounts.map(({ providerId }) => (providerId === 'google' ? 'google' : 'password')),
    phone: ownProfile?.phoneNumber ?? '',
    address: ownProfile?.address ?? '',
    savedAddresses: addresses.map(({ address }) => ({
      name: address.name,
      address: address.address,
      city: address.city,
      state: address.state,
      pincode: address.pincode,
      phone: address.phone,
    })),
    cart: lines.map(({ type, productId, size, quantity }) => ({
      sku: skuOf({ type, id: productId }),
      size,
      quantity,
    })),
    wishlist: wishlist.map(({ type, productId }) => skuOf({ type, id: productId })),
    orders: orders.map(({ number, placedAt, status, total, gstin, businessName }) => ({
      number,
      placedAt: placedAt.toISOString(),
      status,
      total: paise(total),
      gstin,
      businessName,
      hasPan: withPan.has(number),
    })),
    newsletter: await subscriptionOf(db, email),
    messages: messages.map(({ createdAt: at, message }) => ({ createdAt: at.toISOString(), message })),
    obstacles: await obstaclesToErasure(db, id, now),
  }
}

async function numbersWithPan(db: Db, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ number: orderPan.orderNumber })
    .from(orderPan)
    .innerJoin(order, eq(order.number, orderPan.orderNumber))
    .where(eq(order.userId, userId))
  return new Set(rows.map(({ number }) => number))
}

async function subscriptionOf(db: Db, email: string): Promise<Customer['newsletter']> {
  const [row] = await db.select().from(subscriber).where(eq(subscriber.email, email))
  if (!row) return 'no'
  if (row.unsubscribedAt) return 'unsubscribed'
  return row.confirmedAt ? 'yes' : 'requested'
}

/** An order that was not handed to a courier at the desk within this time no longer blocks the erasure. */
const UNDELIVERED_DAYS = 60

/** The customer needs the account to follow what is in progress. */
async function obstaclesToErasure(db: Db, userId: string, now: Date): Promise<string[]> {
  const own = eq(order.userId, userId)
  const unpaid = await db.$count(
    order,
    and(own, or(isNotNull(order.consentDueAt), and(isNotNull(order.nextReconcileAt), isNull(order.paidAt)))),
  )
  const [undelivered] = await db
    .select({ number: order.number })
    .from(order)
    .leftJoin(parcel, eq(parcel.orderNumber, order.number))
    .where(
      and(
        own,
        eq(order.status, 'completed'),
        gt(order.completedAt, addMs(now, -UNDELIVERED_DAYS * DAY_MS)),
        or(isNull(parcel.state), notInArray(parcel.state, ['delivered', 'returned', 'lost'])),
      ),
    )
    .limit(1)
  const numbers = db.select({ number: order.number }).from(order).where(own)
  const openReturns = await db.$count(
    orderReturn,
    and(
      inArray(orderReturn.orderNumber, numbers),
      inArray(orderReturn.state, ['requested', 'approved', 'received']),
    ),
  )
  const dueRefunds =
    (await db.$count(
      refundRequest,
      and(
        inArray(refundRequest.orderNumber, numbers),
        inArray(refundRequest.state, ['requested', 'unpacking', 'due']),
      ),
    )) +
    (await db.$count(
      surplusRefund,
      and(inArray(surplusRefund.orderNumber, numbers), isNull(surplusRefund.sentAt)),
    ))
  return [
    ...(unpaid > 0 ? ['An order can still be paid.'] : []),
    ...(undelivered ? [`${undelivered.number} is not delivered yet.`] : []),
    ...(openReturns > 0 ? ['A return is open.'] : []),
    ...(dueRefunds > 0 ? ['A refund is not sent yet.'] : []),
  ]
}

function unpaidOrdersOf(tx: Db, userId: string) {
  return tx
    .select({ number: order.number })
    .from(order)
    .where(and(eq(order.userId, userId), isNull(order.paidAt)))
}

export type Erasure = 'erased' | 'erased before' | 'not possible yet' | 'no such customer'

/**
 * Deletes what belongs to the account, and messages from its address. Paid orders, their documents and PANs stay for
 * the tax office, under an account without name or address that nobody can sign in to; addresses of unpaid orders
 * follow when their retention ends (domain/retention.ts).
 */
export async function eraseCustomerAccount(tx: Db, id: string, now: Date): Promise<Erasure> {
  await lockUser(tx, id)
  const [row] = await tx.select().from(user).where(eq(user.id, id))
  if (!row) return 'no such customer'
  const erasedEmail = `${id}@erased.invalid`.toLowerCase()
  if (row.email === erasedEmail) return 'erased before'
  if ((await obstaclesToErasure(tx, id, now)).length > 0) return 'not possible yet'
  for (const table of [session, account, profile, savedAddress, cartLine, wishlistItem, appliedChange])
    await tx.delete(table).where(eq(table.userId, id))
  const sentTo = await tx
    .selectDistinct({ email: sql<string>`lower(${order.shipTo} ->> 'email')` })
    .from(order)
    .where(eq(order.userId, id))
  await eraseEmails(tx, [row.email.toLowerCase(), ...sentTo.map(({ email }) => email)], erasedEmail)
  await tx.delete(orderPan).where(inArray(orderPan.orderNumber, unpaidOrdersOf(tx, id)))
  await tx.delete(verification).where(eq(verification.value, id))
  await tx.delete(contactMessage).where(eq(sql`lower(${contactMessage.email})`, row.email))
  // Keep unsubscribed rows: they suppress further e-mails.
  await tx.delete(subscriber).where(and(eq(subscriber.email, row.email), isNull(subscriber.unsubscribedAt)))
  // Its outcome still counts; a waiting e-mail finds no subscriber.
  await tx
    .update(newsletterRecipient)
    .set({ email: sql`${newsletterRecipient.id}::text || '@erased.invalid'` })
    .where(eq(newsletterRecipient.email, row.email))
  await tx
    .update(user)
    .set({ name: 'Erased', email: erasedEmail, emailVerified: false, image: null, updatedAt: now })
    .where(and(eq(user.id, id), ne(user.email, erasedEmail)))
  return 'erased'
}
