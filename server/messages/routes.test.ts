import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, randomIpAddress, uniqueEmail, type TestApp } from '#server/accounts/testing.ts'
import { SHOP } from '#domain/shop.ts'
import { contactMessage, emailOutbox } from '#server/db/schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'

const database = useTestDatabase()
let app: TestApp
beforeAll(() => {
  app = createTestApp(database.db)
})

const CONTACT = '/api/contact'

describe('the contact form', () => {
  // Shows D16.contact
  test('stores the message and emails it to the shop, with the visitor as Reply-To', async () => {
    const email = uniqueEmail()
    const { status, json } = await app.request('POST', CONTACT, {
      body: { name: 'Rohan Mehta', email, message: ' Do you resize rings?\nSize 14. ' },
    })
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      message: 'Thank you. We have your message and will answer by e-mail.',
    })
    const [stored] = await database.db.select().from(contactMessage).where(eq(contactMessage.email, email))
    expect([stored?.name, stored?.message]).toEqual(['Rohan Mehta', 'Do you resize rings?\nSize 14.'])
    const [message] = await database.db.select().from(emailOutbox).where(eq(emailOutbox.replyTo, email))
    expect([message?.recipient, message?.subject]).toEqual([SHOP.email, 'Message from Rohan Mehta'])
  })

  test.each([
    ['no name', { name: ' ' }],
    ['a name of two lines', { name: 'A\r\nBcc: everybody@example.in' }],
    ['a malformed address', { email: 'rohan' }],
    ['an empty message', { message: '' }],
    ['a message of 4001 characters', { message: 'm'.repeat(4001) }],
    ['a message with a NUL', { message: 'Hello\u0000' }],
    ['a message that is a list', { message: ['Hello'] }],
    ['an unknown field', { to: 'everybody@example.in' }],
  ])('rejects %s', async (_, wrong) => {
    const body = { name: 'Rohan', email: uniqueEmail(), message: 'Hello', ...wrong }
    const { status, json } = await app.request('POST', CONTACT, { body })
    expect([status, json.success, json.code]).toEqual([400, false, 'invalid-request'])
  })

  test('limits each client to ten messages an hour', async () => {
    const limited = createTestApp(database.db, { limitScale: 1 })
    const from = randomIpAddress()
    const write = (visitor: string) =>
      limited.request('POST', CONTACT, {
        from: visitor,
        body: { name: 'Rohan', email: uniqueEmail(), message: 'Hello' },
      })
    const statuses = []
    for (let count = 1; count <= 11; count++) statuses.push((await write(from)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
    expect((await write(randomIpAddress())).status).toBe(200)
  })
})
