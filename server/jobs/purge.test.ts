import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { DAY_MS, addMs } from '#domain/time.ts'
import { createActions, pay, SILENT, RING, setUpCheckout } from '#server/checkout/testing.ts'
import { contactMessage, emailOutbox, order, webhookEvent } from '#server/db/schema.ts'
import { createEmailSender } from '#server/email/outbox.ts'
import { purge } from './purge.ts'
import { createWorker } from './worker.ts'

const fixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const { startCheckout, payAtGateway, advance, reconcile } = createActions(fixture)

const daysAgo = (days: number) => addMs(fixture.server.clock.now, -days * DAY_MS)
const purged = (id: Parameters<typeof purge>[1]) => purge(fixture.db, id, fixture.server.clock.now)

async function messageOf(createdAt: Date) {
  const id = randomUUID()
  await fixture.db
    .insert(contactMessage)
    .values({ id, name: 'Asha', email: 'asha@example.in', message: 'Do you resize?', createdAt })
  return async () => (await fixture.db.$count(contactMessage, eq(contactMessage.id, id))) === 1
}

test('a purge that fails does not stop the others', async () => {
  const isThere = await messageOf(daysAgo(400))
  await fixture.db.insert(emailOutbox).values({
    dedupeKey: 'test:old',
    recipient: 'asha@example.in',
    subject: '',
    text: '',
    html: '',
    createdAt: daysAgo(40),
    sentAt: daysAgo(40),
  })
  // For example after a failed migration.
  await fixture.db.execute(sql`alter table subscriber rename to subscriber_elsewhere`)
  const mailer = createEmailSender({ smtpUrl: 'smtp://127.0.0.1:1', from: 'care@swarnika.example' })
  const worker = createWorker({ ...fixture.server.deps, mailer, newslettersPerMinute: 120 })
  worker.start()
  try {
    await vi.waitFor(
      async () => {
        expect(await fixture.db.$count(emailOutbox, eq(emailOutbox.dedupeKey, 'test:old'))).toBe(0)
        expect(await isThere()).toBe(false)
      },
      { timeout: 25_000, interval: 100 },
    )
    const failed = fixture.server.logged.filter((line) => line.includes('job failed'))
    expect(failed.join()).toContain('purge unconfirmed')
  } finally {
    await worker.stop()
    mailer.close()
    await fixture.db.execute(sql`alter table subscriber_elsewhere rename to subscriber`)
  }
})

test('purges a contact message after a year, and not before', async () => {
  const [isOldThere, isNewThere] = [await messageOf(daysAgo(366)), await messageOf(daysAgo(364))]
  await purged('contactMessages')
  expect([await isOldThere(), await isNewThere()]).toEqual([false, true])
})

test('purges a bounded number of rows at a time, and reports when there may be more', async () => {
  const old = daysAgo(60)
  await fixture.db.insert(emailOutbox).values(
    Array.from({ length: 501 }, (_, place) => ({
      dedupeKey: `test:${place}`,
      recipient: 'asha@example.in',
      subject: '',
      text: '',
      html: '',
      createdAt: old,
      sentAt: old,
    })),
  )
  expect([await purged('sentEmails'), await purged('sentEmails'), await purged('sentEmails')]).toEqual([
    500, 1, 0,
  ])
})

test('purges a processed webhook, but keeps waiting and parked ones', async () => {
  const old = { event: 'order.paid', body: '{}', receivedAt: daysAgo(31) }
  const due = fixture.server.clock.now
  await fixture.db.insert(webhookEvent).values([
    { ...old, eventId: 'worked', processedAt: daysAgo(31) },
    { ...old, eventId: 'waiting', nextAttemptAt: due },
    { ...old, eventId: 'parked' },
    { ...old, eventId: 'recent', receivedAt: daysAgo(29), processedAt: daysAgo(29) },
  ])
  await purged('webhookEvents')
  const left = await fixture.db.select({ id: webhookEvent.eventId }).from(webhookEvent)
  expect(left.map(({ id }) => id).toSorted()).toEqual(['parked', 'recent', 'waiting'])
})

describe('the address of an order', () => {
  const shipToOf = async (number: string) =>
    (await fixture.db.select().from(order).where(eq(order.number, number)))[0]?.shipTo

  test('is anonymized ninety days after the order was placed if it was never paid', async () => {
    const { number } = await startCheckout()
    advance(89 * DAY_MS)
    await reconcile()
    await purged('unpaidOrders')
    expect(await shipToOf(number)).toMatchObject({ name: 'Asha Verma' })
    advance(2 * DAY_MS)
    await purged('unpaidOrders')
    expect(await shipToOf(number)).toEqual({
      name: '',
      address: '',
      city: 'Jaipur',
      state: 'Rajasthan',
      pincode: '302003',
      phone: '',
      email: fixture.asha.email,
    })
    expect(await purged('unpaidOrders')).toBe(0)
  })

  test('is kept if the order was paid, even if it was refunded', async () => {
    const paid = await payAtGateway()
    await fixture.server.request(fixture.asha, 'POST', '/api/verify-payment', paid.verification)
    const late = await startCheckout()
    advance(4 * DAY_MS)
    await reconcile()
    fixture.sandbox.faults.set(SILENT)
    await pay(fixture.sandbox, late.id)
    advance(91 * DAY_MS)
    await reconcile()
    await purged('unpaidOrders')
    for (const { number } of [paid, late])
      expect(await shipToOf(number)).toMatchObject({ name: 'Asha Verma', phone: '9829012345' })
  })
})

test('every table has a decided retention', async () => {
  const withTheAccount = [
    'user',
    'account',
    'profile',
    'saved_address',
    'cart_line',
    'wishlist_entry',
    'applied_change',
  ]
  const byLaw = [
    'order',
    'order_line',
    'offer_redemption',
    'order_pan',
    'gateway_order',
    'payment',
    'refund',
    'dashboard_refund',
    'direct_refund',
    'closed_refund',
    'desk_refund',
    'dispute',
    'order_return',
    'return_pickup',
    'order_event',
    'box_to_open',
    'parcel',
    'parcel_scan',
    'tax_document',
    'tax_document_series',
    'signing_key',
    'settlement_item',
    'stock_movement',
    'serial_item',
  ]
  const nothingPersonal = [
    'jwks',
    'offer_code',
    'daily_job',
    'edition',
    'edition_entry',
    'edition_draft',
    'uploaded_picture',
    'stock_level',
  ]
  const purgedInTime = [
    'session',
    'verification',
    'rate_limit',
    'webhook_event',
    'email_outbox',
    'newsletter_recipient',
    'subscriber',
    'contact_message',
    'stock_hold',
    'staff_session',
    'staff_invitation',
  ]
  // The retailer's own staff; the log proves who did what.
  const ofTheStaff = [
    'staff',
    'staff_backup_code',
    'audit_log',
    'opening_confirmation',
    'newsletter',
    'settlement_explanation',
    'shop_particulars',
  ]
  const { rows } = await fixture.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public'`)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...withTheAccount, ...byLaw, ...nothingPersonal, ...purgedInTime, ...ofTheStaff].toSorted(),
  )
})
