import { createAdaptorServer } from '@hono/node-server'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { startSandbox } from '#sandbox/sandbox.ts'
import { checkoutOf, createTestServer, pay, newUser } from '#server/checkout/testing.ts'
import { order } from '#server/db/schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { createEmailSender } from '#server/email/outbox.ts'
import { listenOnFreePort } from '#server/testing.ts'
import { createWorker } from './worker.ts'

const database = useTestDatabase()

test('the running worker completes a paid order by webhook and sends the confirmation', async () => {
  const listener = createAdaptorServer({ fetch: (request: Request) => server.app.fetch(request) })
  const shopUrl = `http://127.0.0.1:${await listenOnFreePort(listener)}`
  const world = await startSandbox({ port: 0, shopUrl })
  const server = createTestServer(database.db, world)
  const mailer = createEmailSender({
    smtpUrl: `smtp://${world.mail.host}:${world.mail.port}`,
    from: 'Swarnika Jewellers <care@swarnika.example>',
  })
  const worker = createWorker({ ...server.deps, mailer, newslettersPerMinute: 120 })
  server.deps.worker.wake = worker.wake
  worker.start()
  try {
    const asha = await newUser(database.db)
    const { json } = await server.request(asha, 'POST', '/api/create-order', checkoutOf(asha))
    world.faults.set({ targets: { [json.id]: { 'handler-never': true } } })
    await pay(world, json.id)
    const mailbox = () => fetch(world.mail.mailboxUrl, { headers: { accept: 'text/html' } })
    await vi.waitFor(
      async () =>
        expect(await (await mailbox()).text()).toContain(`Your order ${json.order_number} is confirmed`),
      { timeout: 25_000, interval: 100 },
    )
    const [row] = await database.db.select().from(order).where(eq(order.number, json.order_number))
    expect(row?.status).toBe('completed')
  } finally {
    await worker.stop()
    mailer.close()
    await world.close()
    await new Promise((resolve) => {
      listener.close(resolve)
    })
  }
})
