import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'

let sandbox: Sandbox
let transport: ReturnType<typeof createTransport>

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, shopUrl: 'http://localhost:3000', providers: ['mail'] })
  transport = createTransport({ host: sandbox.mail.host, port: sandbox.mail.port, secure: false })
})
afterAll(async () => {
  transport.close()
  await sandbox.close()
})
beforeEach(() => {
  sandbox.faults.set({})
})

const send = (changes: Record<string, unknown> = {}) =>
  transport.sendMail({
    from: 'Swarnika Jewellers <care@swarnika.example>',
    to: 'asha@example.in',
    subject: 'Your order is confirmed: ₹18,425.00 for the “Chandrika” jhumka earrings and a payal',
    text: 'Namaste Asha,\nyour link: https://shop.example/reset?token=a&x=1.\n',
    html: '<p style="color:#35172f">Namaste Asha, <a href="https://shop.example/reset?token=a">reset</a></p>',
    ...changes,
  })

interface Message {
  id: number
  messageId: string
  to: string
  from: string
  subject: string
  text: string
  html: string
  receivedAt: string
}

async function messagesTo(address: string): Promise<Message[]> {
  const response = await fetch(`${sandbox.url}/mailbox.json?to=${encodeURIComponent(address)}`)
  // The tests assert each field.
  return (await response.json()) as Message[]
}

async function pageOf(path: string) {
  const response = await fetch(`${sandbox.url}${path}`)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

test('an e-mail is read exactly as it was sent', async () => {
  await send()
  const [message] = await messagesTo('asha@example.in')
  expect(message).toEqual({
    id: expect.any(Number),
    messageId: expect.stringMatching(/^<\S+@\S+>$/),
    to: 'asha@example.in',
    from: 'care@swarnika.example',
    subject: 'Your order is confirmed: ₹18,425.00 for the “Chandrika” jhumka earrings and a payal',
    text: 'Namaste Asha,\nyour link: https://shop.example/reset?token=a&x=1.\n',
    html: '<p style="color:#35172f">Namaste Asha, <a href="https://shop.example/reset?token=a">reset</a></p>',
    receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
})

test('a client that disconnects within a message leaves the server running', async () => {
  const socket = connect(sandbox.mail.port, sandbox.mail.host)
  const commands = ['EHLO shop', 'MAIL FROM:<care@swarnika.example>', 'RCPT TO:<cut@example.in>', 'DATA']
  await new Promise<void>((resolve) => {
    socket.on('data', (reply) => {
      if (String(reply).startsWith('354')) return resolve()
      const command = commands.shift()
      if (command !== undefined) socket.write(`${command}\r\n`)
    })
  })
  socket.write('Subject: Half an e-m')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.destroy()
  await closed
  await send({ to: 'next@example.in' })
  expect(await messagesTo('next@example.in')).toHaveLength(1)
  expect(await messagesTo('cut@example.in')).toEqual([])
})

test('each recipient’s e-mails are listed newest first, whatever the case of the address', async () => {
  await send({ to: 'ravi@example.in', subject: 'First' })
  await send({ to: ['Ravi@example.in', 'meera@example.in'], subject: 'Second' })
  expect((await messagesTo('RAVI@example.in')).map(({ subject }) => subject)).toEqual(['Second', 'First'])
  expect((await messagesTo('meera@example.in')).map(({ subject }) => subject)).toEqual(['Second'])
  expect(await messagesTo('nobody@example.in')).toEqual([])
})

test('any login is accepted', async () => {
  const { host, port } = sandbox.mail
  const known = createTransport({ host, port, auth: { user: 'someone', pass: 'something' } })
  await expect(known.verify()).resolves.toBe(true)
  known.close()
})

describe('an e-mail of several parts', () => {
  test('is shown with its text, its HTML and the size of its attachment', async () => {
    const attachments = [{ filename: 'invoice 1.pdf', content: Buffer.from('12345') }]
    await send({ to: 'parts@example.in', text: 'as text', html: '<p>as HTML ₹</p>', attachments })
    const [message] = await messagesTo('parts@example.in')
    expect(message).toMatchObject({ text: 'as text', html: '<p>as HTML ₹</p>' })
    const { text } = await pageOf(`/mailbox/${message?.id}`)
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'invoice 1.pdf <span class="soft">application/pdf, 5 bytes</span>',
    )
  })

  test('is read as far as possible if it is malformed', async () => {
    const envelope = { from: 'care@swarnika.example', to: 'broken@example.in' }
    const parts = [
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'cut off',
    ]
    await send({ envelope, raw: parts.join('\r\n') })
    await send({ envelope, raw: 'Content-Type: text/plain; charset=klingon\r\n\r\nqapla' })
    expect((await messagesTo('broken@example.in')).map(({ text }) => text)).toEqual(['qapla', 'cut off'])
  })
})

describe('the pages', () => {
  test('list messages and show one, with links in the text and the HTML in a frame without scripts', async () => {
    await send({ to: 'page@example.in' })
    const [message] = await messagesTo('page@example.in')
    expect((await pageOf('/mailbox')).text).toContain(`href="mailbox/${message?.id}"`)
    const shown = await pageOf(`/mailbox/${message?.id}`)
    expect(shown.text).toContain('<a href="https://shop.example/reset?token=a&amp;x=1">')
    expect(shown.text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    expect(shown.headers.get('content-security-policy')).not.toContain('script-src')
    expect(shown.text).toContain('Test mode: no money moves')
  })

  test('escape markup in a subject', async () => {
    await send({ to: 'markup@example.in', subject: '<script>alert(1)</script>' })
    expect((await pageOf('/mailbox?to=markup@example.in')).text).not.toContain('<script>')
  })

  test('respond with 404 for an unknown message', async () => {
    expect((await pageOf('/mailbox/999999')).status).toBe(404)
    expect((await pageOf('/mailbox/none')).status).toBe(404)
  })
})

describe('faults', () => {
  test('mail-4xx: rejects with 451 and stores nothing', async () => {
    sandbox.faults.set({ targets: { 'later@example.in': { 'mail-4xx': 1 } } })
    await expect(send({ to: 'later@example.in' })).rejects.toMatchObject({ responseCode: 451 })
    expect(await messagesTo('later@example.in')).toEqual([])
    await send({ to: 'later@example.in' })
    expect(await messagesTo('later@example.in')).toHaveLength(1)
  })

  test('mail-5xx: rejects with 554', async () => {
    sandbox.faults.set({ rates: { 'mail-5xx': 1 } })
    await expect(send({ to: 'never@example.in' })).rejects.toMatchObject({ responseCode: 554 })
    expect(await messagesTo('never@example.in')).toEqual([])
  })

  test('mail-slow: accepts after the set time', async () => {
    sandbox.faults.set({ rates: { 'mail-slow': 1 }, timing: { slowMs: 60 } })
    const before = performance.now()
    await send({ to: 'slow@example.in' })
    expect(performance.now() - before).toBeGreaterThanOrEqual(55)
    expect(await messagesTo('slow@example.in')).toHaveLength(1)
  })
})
