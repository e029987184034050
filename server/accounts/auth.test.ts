import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#server/db/open.ts'
import { jwks, mailOutbox, session, user, verification } from '#server/db/schema.ts'
import { openTestDatabase } from '#server/testing.ts'
import {
  openTestShop,
  signUp,
  SITE_URL,
  someAddress,
  uniqueEmail,
  tokenOf,
  type TestShop,
} from './testing.ts'

let database: OpenDatabase
let shop: TestShop
beforeAll(async () => {
  database = await openTestDatabase()
  shop = openTestShop(database.db)
}, 60_000)
afterAll(() => database.close())

const SIGN_UP = '/api/auth/sign-up/email'
const SIGN_IN = '/api/auth/sign-in/email'
const SESSION = '/api/auth/get-session'
const TOKEN = '/api/auth/token'
const SIGN_OUT = '/api/auth/sign-out'
const REQUEST_RESET = '/api/auth/request-password-reset'
const RESET = '/api/auth/reset-password'
const ACCOUNT = '/api/account'

/** The newest reset link in the outbox for an address. */
async function resetTokenFor(email: string): Promise<string | undefined> {
  const letters = await database.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, email))
    .orderBy(asc(mailOutbox.createdAt))
  return letters.map(({ text }) => /reset-password\?token=([\w-]+)/.exec(text)?.[1]).at(-1)
}

describe('signing up', () => {
  // Shows 5.signup.name, 4.auth.record, 7.auth
  // Shows 3.signup-form
  test('signs the new person in and says who it is', async () => {
    const email = uniqueEmail()
    const { status, json, cookie } = await shop.ask('POST', SIGN_UP, {
      body: { name: '  Asha Verma ', email: email.toUpperCase(), password: 'payal6' },
    })
    expect(status).toBe(200)
    expect(json).toEqual({ user: { id: expect.any(String), name: 'Asha Verma', email } })
    expect((await shop.ask('GET', SESSION, { cookie })).json).toEqual(json)
  })

  // Shows D21.cookie
  test('gives a cookie that no script reads and no foreign page sends, for seven days', async () => {
    const { headers } = await shop.ask('POST', SIGN_UP, {
      body: { name: 'Asha', email: uniqueEmail(), password: 'payal6' },
    })
    const cookie = headers.getSetCookie().find((set) => set.startsWith('swarnika.session_token='))
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).toMatch(/Max-Age=604800/)
  })

  test('refuses an address that has an account', async () => {
    const { email } = await signUp(shop)
    const { status, json } = await shop.ask('POST', SIGN_UP, {
      body: { name: 'Another', email, password: 'payal6' },
    })
    expect([status, json.code]).toEqual([422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'])
  })

  // Shows 5.signup.required
  test.each([
    ['a malformed address', { email: 'asha@' }, 'INVALID_EMAIL'],
    ['a NUL in the address', { email: 'as\u0000ha@example.in' }, 'INVALID_EMAIL'],
    ['a password of five characters', { password: 'payal' }, 'PASSWORD_TOO_SHORT'],
    ['a password of 129 characters', { password: 'p'.repeat(129) }, 'PASSWORD_TOO_LONG'],
    ['no password', { password: undefined }, 'VALIDATION_ERROR'],
    ['a password that is a list', { password: ['payal6'] }, 'VALIDATION_ERROR'],
    ['an empty name', { name: '   ' }, 'VALIDATION_ERROR'],
    ['a name of 121 characters', { name: 'n'.repeat(121) }, 'VALIDATION_ERROR'],
    ['a NUL in the name', { name: 'Asha\u0000' }, 'VALIDATION_ERROR'],
    ['a name that is null', { name: null }, 'VALIDATION_ERROR'],
    ['a field it does not know', { emailVerified: true }, 'VALIDATION_ERROR'],
  ])('refuses %s', async (_, wrong, code) => {
    const { status, json } = await shop.ask('POST', SIGN_UP, {
      body: { name: 'Asha', email: uniqueEmail(), password: 'payal6', ...wrong },
    })
    expect([status, json.success, json.code]).toEqual([400, false, code])
  })
})

describe('bodies that are no request', () => {
  const POSTS = [SIGN_UP, SIGN_IN, REQUEST_RESET, RESET, '/api/auth/sign-in/social']

  test.each(POSTS)('%s refuses what is not well-formed, is a list, or is null', async (path) => {
    for (const raw of ['{"email":', '', '[]', 'null', '"text"', '7', '\u0000']) {
      const { status, json } = await shop.ask('POST', path, { raw })
      expect([status, json.success, json.code]).toEqual([400, false, 'VALIDATION_ERROR'])
    }
  })

  test.each(POSTS)('%s refuses a form', async (path) => {
    const { status, json } = await shop.ask('POST', path, {
      raw: 'email=a%40b.in',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([status, json.code]).toEqual([415, 'unsupported-media-type'])
  })

  test.each(POSTS)('%s refuses a body of 100 KB', async (path) => {
    const { status, json } = await shop.ask('POST', path, { body: { name: 'n'.repeat(100_000) } })
    expect([status, json.code]).toEqual([413, 'too-large'])
  })

  test('nothing else of the library is reachable', async () => {
    const { cookie } = await signUp(shop)
    for (const [method, path] of [
      ['POST', '/api/auth/update-user'],
      ['POST', '/api/auth/change-email'],
      ['POST', '/api/auth/delete-user'],
      ['GET', '/api/auth/list-sessions'],
      ['GET', '/api/auth/error'],
      ['GET', '/api/auth/ok'],
      ['GET', SIGN_IN],
    ] as const) {
      const { status, json } = await shop.ask(method, path, {
        cookie,
        ...(method === 'POST' && { body: {} }),
      })
      expect([path, status, json.code]).toEqual([path, 404, 'not-found'])
    }
  })
})

describe('signing in', () => {
  // Shows 3.signup-form
  test('knows the person by the right password, however the address is written', async () => {
    const { id, email, password } = await signUp(shop)
    const { status, json } = await shop.ask('POST', SIGN_IN, {
      body: { email: ` ${email.toUpperCase()} `, password },
    })
    expect([status, json.user.id]).toEqual([200, id])
  })

  // Shows D22.silence
  test('says the same to a wrong password and to an unknown address', async () => {
    const { email } = await signUp(shop)
    const wrong = await shop.ask('POST', SIGN_IN, { body: { email, password: 'not-this-one' } })
    const unknown = await shop.ask('POST', SIGN_IN, {
      body: { email: uniqueEmail(), password: 'not-this-one' },
    })
    expect([wrong.status, wrong.json.code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD'])
    expect([unknown.status, unknown.json]).toEqual([wrong.status, wrong.json])
  })

  test('is refused to the page of another site', async () => {
    const { email, password } = await signUp(shop)
    const { status, json } = await shop.ask('POST', SIGN_IN, {
      body: { email, password },
      headers: { origin: 'https://elsewhere.example' },
    })
    expect([status, json.code]).toEqual([403, 'INVALID_ORIGIN'])
  })

  test('stops the eleventh try for one address, and lets another person of the same office in', async () => {
    const limited = openTestShop(database.db, { limitScale: 1 })
    const [asha, rohan] = [await signUp(shop), await signUp(shop)]
    const from = someAddress()
    const tries = []
    for (let count = 1; count <= 11; count++)
      tries.push(
        await limited.ask('POST', SIGN_IN, { from, body: { email: asha.email, password: 'wrong-one' } }),
      )
    expect(tries.map(({ status }) => status)).toEqual([...Array<number>(10).fill(401), 429])
    expect(tries.at(-1)?.json).toEqual({
      success: false,
      code: 'too-many-requests',
      message: 'Too many requests. Please wait a moment and try again.',
    })
    const { email, password } = rohan
    expect((await limited.ask('POST', SIGN_IN, { from, body: { email, password } })).status).toBe(200)
  })

  test('lets the person in again when ten minutes have passed', async () => {
    let at = new Date()
    const limited = openTestShop(database.db, { limitScale: 0.1, now: () => at })
    const { email, password } = await signUp(shop)
    const from = someAddress()
    const attempt = (typed: string) =>
      limited.ask('POST', SIGN_IN, { from, body: { email, password: typed } })
    expect((await attempt('wrong-one')).status).toBe(401)
    const { status, headers } = await attempt(password)
    expect([status, headers.get('retry-after')]).toEqual([429, '600'])
    at = new Date(at.getTime() + 10 * 60_000)
    expect((await attempt(password)).status).toBe(200)
  })

  test('counts failures alone', async () => {
    const limited = openTestShop(database.db, { limitScale: 0.2 })
    const { email, password } = await signUp(shop)
    const from = someAddress()
    const attempt = (typed: string) =>
      limited.ask('POST', SIGN_IN, { from, body: { email, password: typed } })
    expect((await attempt('wrong-one')).status).toBe(401)
    for (let time = 1; time <= 5; time++) expect((await attempt(password)).status).toBe(200)
    expect((await attempt('wrong-two')).status).toBe(401)
    expect((await attempt(password)).status).toBe(429)
  })

  test('ends the earlier session of the same browser, and no other one', async () => {
    const { email, password, cookie, token } = await signUp(shop)
    const elsewhere = await shop.ask('POST', SIGN_IN, { body: { email, password } })
    const again = await shop.ask('POST', SIGN_IN, { cookie, body: { email, password } })
    expect((await shop.ask('GET', SESSION, { cookie })).json).toBeNull()
    expect((await shop.ask('GET', ACCOUNT, { token })).status).toBe(401)
    expect((await shop.ask('GET', SESSION, { cookie: again.cookie })).json).not.toBeNull()
    expect((await shop.ask('GET', SESSION, { cookie: elsewhere.cookie })).json).not.toBeNull()
  })

  test('ends nothing by a session cookie that was changed', async () => {
    const { email, password, cookie } = await signUp(shop)
    const forged = cookie.replace(/(session_token=[^.]+\.)[^;]{4}/, '$1AAAA')
    expect(forged).not.toBe(cookie)
    await shop.ask('POST', SIGN_IN, { cookie: forged, body: { email, password } })
    expect((await shop.ask('GET', SESSION, { cookie })).json).not.toBeNull()
  })
})

/** A fifth of the real limits, as each guess costs a hash. */
const FEW = 0.2

const deviceOf = (cookie: string) => cookie.split('; ').find((pair) => pair.includes('known_device')) ?? ''

describe('wrong passwords from many addresses', () => {
  /** A shop whose clock moves on when a sign-in waits for its turn. */
  function openWaitingShop() {
    let at = new Date()
    const waited: number[] = []
    const limited = openTestShop(database.db, {
      limitScale: FEW,
      now: () => at,
      async wait(ms) {
        waited.push(ms)
        at = new Date(at.getTime() + ms)
      },
    })
    return { limited, waited, passTime: (ms: number) => (at = new Date(at.getTime() + ms)) }
  }
  const attempt = (at: TestShop, email: string, password: string, cookie = '') =>
    at.ask('POST', SIGN_IN, { from: someAddress(), cookie, body: { email, password } })

  test('lock nobody out: not the device that was signed in before, nor a new one, which waits', async () => {
    const { limited, waited, passTime } = openWaitingShop()
    const { email, password, cookie } = await signUp(shop)
    const guesses: number[] = []
    for (let guess = 1; guess <= 30; guess++)
      guesses.push((await attempt(limited, email, 'wrong-one')).status)
    expect(guesses).toEqual(Array<number>(30).fill(401))
    // Four at once; then one second apart, two, … and twenty.
    const slowed = waited.reduce((all, ms) => all + ms, 0)
    expect(slowed).toBeGreaterThan(300_000)

    waited.length = 0
    expect((await attempt(limited, email, password, cookie)).status).toBe(200)
    expect(waited).toEqual([])
    expect((await attempt(limited, email, password)).status).toBe(200)
    expect(waited).toEqual([20_000])
    passTime(20_000)
    expect((await attempt(limited, email, password)).status).toBe(200)
  })

  test('at the same time are refused but for those that are compared in their turn', async () => {
    const limited = openTestShop(database.db, { limitScale: FEW, wait: async () => {} })
    const { email } = await signUp(shop)
    const answers = await Promise.all(Array.from({ length: 30 }, () => attempt(limited, email, 'wrong-one')))
    const compared = answers.filter(({ status }) => status === 401)
    const refused = answers.filter(({ status }) => status === 429)
    expect(compared.length + refused.length).toBe(30)
    expect(compared.length).toBeLessThan(15)
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toContain('20')
  })

  test('are slowed down on known devices too, of which someone who once knew the password may have made many', async () => {
    const { limited, waited } = openWaitingShop()
    const { email, password } = await signUp(shop)
    for (let device = 1; device <= 13; device++) {
      const { cookie } = await attempt(shop, email, password)
      for (let guess = 1; guess <= 2; guess++)
        expect((await attempt(limited, email, 'wrong-one', deviceOf(cookie))).status).toBe(401)
    }
    // A fifth of 100 on known devices, a fifth of 20 as anybody, and two that took their turns.
    expect(waited).toHaveLength(2)
  })

  test('slow down nobody after the password was set anew by mail', async () => {
    const { limited, waited } = openWaitingShop()
    const { email } = await signUp(shop)
    for (let guess = 1; guess <= 12; guess++) await attempt(limited, email, 'wrong-one')
    await shop.ask('POST', REQUEST_RESET, { body: { email } })
    await shop.ask('POST', RESET, {
      body: { token: await resetTokenFor(email), newPassword: 'jhumka-82' },
    })
    waited.length = 0
    expect((await attempt(limited, email, 'jhumka-82')).status).toBe(200)
    expect(waited).toEqual([])
  })
})

describe('a device that was signed in before', () => {
  test('is told by a cookie that no script reads, and that signs nobody in', async () => {
    const { headers, cookie } = await shop.ask('POST', SIGN_UP, {
      body: { name: 'Asha', email: uniqueEmail(), password: 'payal6' },
    })
    const set = headers.getSetCookie().find((one) => one.startsWith('swarnika.known_device='))
    expect(set).toMatch(/Path=\/api\/auth/)
    expect(set).toMatch(/HttpOnly/)
    expect(set).toMatch(/SameSite=Lax/)
    expect((await shop.ask('GET', SESSION, { cookie: deviceOf(cookie) })).json).toBeNull()
  })

  test('has failures of its own, for this account and no other', async () => {
    const limited = openTestShop(database.db, { limitScale: FEW })
    const [asha, rohan] = [await signUp(shop), await signUp(shop)]
    const from = someAddress()
    const attempt = (email: string, password: string, cookie = '') =>
      limited.ask('POST', SIGN_IN, { from, cookie, body: { email, password } })
    for (let guess = 1; guess <= 2; guess++) await attempt(asha.email, 'wrong-one')
    expect((await attempt(asha.email, asha.password)).status).toBe(429)
    expect((await attempt(asha.email, asha.password, deviceOf(rohan.cookie))).status).toBe(429)
    const device = deviceOf(asha.cookie)
    expect((await attempt(asha.email, 'wrong-one', device)).status).toBe(401)
    expect((await attempt(asha.email, asha.password, device)).status).toBe(200)
    expect((await attempt(asha.email, 'wrong-one', device)).status).toBe(401)
    expect((await attempt(asha.email, asha.password, device)).status).toBe(429)
  })

  test('may try often, but not for ever, though each try succeeds', async () => {
    const { email, password, cookie } = await signUp(shop)
    const limited = openTestShop(database.db, { limitScale: FEW / 2 })
    const signIn = () =>
      limited.ask('POST', SIGN_IN, {
        from: someAddress(),
        cookie: deviceOf(cookie),
        body: { email, password },
      })
    for (let time = 1; time <= 6; time++) expect((await signIn()).status).toBe(200)
    expect((await signIn()).status).toBe(429)
  })

  test('is known to each of the people who share it', async () => {
    const [asha, rohan] = [await signUp(shop), await signUp(shop)]
    const { cookie } = await shop.ask('POST', SIGN_IN, {
      cookie: deviceOf(asha.cookie),
      body: { email: rohan.email, password: rohan.password },
    })
    const limited = openTestShop(database.db, { limitScale: FEW })
    const from = someAddress()
    for (const { email, password } of [asha, rohan]) {
      for (let guess = 1; guess <= 2; guess++)
        await limited.ask('POST', SIGN_IN, { from, body: { email, password: 'wrong-one' } })
      const tried = await limited.ask('POST', SIGN_IN, {
        from,
        cookie: deviceOf(cookie),
        body: { email, password },
      })
      expect(tried.status).toBe(200)
    }
  })
})

describe('the session', () => {
  test('is null for a visitor', async () => {
    const { status, json } = await shop.ask('GET', SESSION)
    expect([status, json]).toEqual([200, null])
  })

  test('is null for a cookie that was changed', async () => {
    const { cookie } = await signUp(shop)
    expect(
      (await shop.ask('GET', SESSION, { cookie: cookie.replace(/(?<=session_token=)./, '#') })).json,
    ).toBeNull()
  })

  test('keeps neither address nor browser of the person', async () => {
    const { id } = await signUp(shop)
    const [row] = await database.db.select().from(session).where(eq(session.userId, id))
    expect([row?.ipAddress || null, row?.userAgent || null]).toEqual([null, null])
  })

  // Shows 7.auth
  test('ends with the sign-out, and the bearer token with it', async () => {
    const { cookie, token } = await signUp(shop)
    expect((await shop.ask('GET', ACCOUNT, { token })).status).toBe(200)
    expect((await shop.ask('POST', SIGN_OUT, { cookie, body: {} })).status).toBe(200)
    expect((await shop.ask('GET', SESSION, { cookie })).json).toBeNull()
    expect((await shop.ask('GET', ACCOUNT, { token })).status).toBe(401)
  })

  test('is not ended by the page of another site', async () => {
    const { cookie } = await signUp(shop)
    const { status } = await shop.ask('POST', SIGN_OUT, {
      cookie,
      body: {},
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(status).toBe(403)
    expect((await shop.ask('GET', SESSION, { cookie })).json).not.toBeNull()
  })
})

describe('the bearer token', () => {
  test('is not given to a visitor', async () => {
    const { status, json } = await shop.ask('GET', TOKEN)
    expect([status, json.success]).toEqual([401, false])
  })

  // Shows D21.token
  test('holds ids alone and lives five minutes', async () => {
    const { id, token } = await signUp(shop)
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toEqual({
      sub: id,
      sid: expect.any(String),
      iss: SITE_URL,
      aud: SITE_URL,
      iat: expect.any(Number),
      exp: claims.iat + 300,
    })
  })

  test('names the person who was given it', async () => {
    const { email, token } = await signUp(shop)
    expect((await shop.ask('GET', ACCOUNT, { token })).json.email).toBe(email)
  })

  test('is worth nothing when it was changed, unsigned, or is no token', async () => {
    const { token } = await signUp(shop)
    const [head = '', claims = '', signature = ''] = token.split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const someone = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'somebody-else' }),
    ).toString('base64url')
    for (const wrong of [
      `${none}.${claims}.`,
      `${head}.${someone}.${signature}`,
      `${head}.${claims}.${signature.slice(0, -4)}AAAA`,
      `${head}.${claims}`,
      '..',
      'null',
      'x'.repeat(3999),
    ]) {
      const { status, json } = await shop.ask('GET', ACCOUNT, { token: wrong })
      expect([status, json]).toEqual([
        401,
        { success: false, code: 'not-signed-in', message: 'Authentication required' },
      ])
    }
  })

  test('is worth nothing once its session has run out', async () => {
    const { id, token } = await signUp(shop)
    await database.db
      .update(session)
      .set({ expiresAt: new Date(0) })
      .where(eq(session.userId, id))
    expect((await shop.ask('GET', ACCOUNT, { token })).status).toBe(401)
  })

  test('is worth nothing at a shop with another address', async () => {
    const elsewhere = openTestShop(database.db, { siteUrl: 'http://localhost:4000' })
    const { token } = await signUp(elsewhere)
    expect((await elsewhere.ask('GET', ACCOUNT, { token })).status).toBe(200)
    expect((await shop.ask('GET', ACCOUNT, { token })).status).toBe(401)
  })

  test('is signed with a key of its own after the secret was changed, and the old one is left alone', async () => {
    await signUp(shop)
    const before = await database.db.$count(jwks)
    const renewed = openTestShop(database.db, { secret: 'another-secret-of-the-tests-b3c1a9d7e5f2' })
    const { email, password } = await signUp(renewed)
    const { cookie } = await renewed.ask('POST', SIGN_IN, { body: { email, password } })
    const token = await tokenOf(renewed.ask, cookie)
    expect((await renewed.ask('GET', ACCOUNT, { token })).status).toBe(200)
    expect(await database.db.$count(jwks)).toBeGreaterThanOrEqual(before)
  })
})

describe('a forgotten password', () => {
  // Shows D14.reset, 7.auth
  test('is set anew by the link in the mail, which works once and ends every session', async () => {
    const { email, password, cookie, token } = await signUp(shop)
    expect((await shop.ask('POST', REQUEST_RESET, { body: { email } })).status).toBe(200)
    const resetToken = await resetTokenFor(email)
    const reset = () => shop.ask('POST', RESET, { body: { token: resetToken, newPassword: 'jhumka-82' } })
    expect((await reset()).status).toBe(200)
    expect((await shop.ask('GET', SESSION, { cookie })).json).toBeNull()
    expect((await shop.ask('GET', ACCOUNT, { token })).status).toBe(401)
    expect((await shop.ask('POST', SIGN_IN, { body: { email, password } })).status).toBe(401)
    expect((await shop.ask('POST', SIGN_IN, { body: { email, password: 'jhumka-82' } })).status).toBe(200)
    const again = await reset()
    expect([again.status, again.json.code]).toEqual([400, 'INVALID_TOKEN'])
  })

  test('makes every other link that was mailed worthless', async () => {
    const { email } = await signUp(shop)
    const other = await signUp(shop)
    await shop.ask('POST', REQUEST_RESET, { body: { email: other.email } })
    const links = []
    for (let time = 1; time <= 3; time++) {
      await shop.ask('POST', REQUEST_RESET, { body: { email } })
      links.push(await resetTokenFor(email))
    }
    expect(new Set(links).size).toBe(3)
    const reset = (token: string | undefined, newPassword: string) =>
      shop.ask('POST', RESET, { body: { token, newPassword } })
    expect((await reset(links[1], 'jhumka-82')).status).toBe(200)
    for (const link of links) {
      const { status, json } = await reset(link, 'stolen-83')
      expect([status, json.code]).toEqual([400, 'INVALID_TOKEN'])
    }
    expect((await reset(await resetTokenFor(other.email), 'jhumka-82')).status).toBe(200)
  })

  test('proves that the mailbox is the person’s', async () => {
    const { id, email } = await signUp(shop)
    await shop.ask('POST', REQUEST_RESET, { body: { email } })
    await shop.ask('POST', RESET, { body: { token: await resetTokenFor(email), newPassword: 'jhumka-82' } })
    const [person] = await database.db.select().from(user).where(eq(user.id, id))
    expect(person?.emailVerified).toBe(true)
  })

  test('brings nobody’s words to an address that is not proven to be theirs', async () => {
    const { email } = await signUp(shop, 'You won, claim it at https://elsewhere.example')
    await shop.ask('POST', REQUEST_RESET, { body: { email } })
    const [letter] = await database.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email))
    expect(letter?.text).toContain('Dear customer,')
    expect(JSON.stringify(letter)).not.toContain('You won')
  })

  test('is written to a person by name once the mailbox is proven to be theirs', async () => {
    const { id, email } = await signUp(shop, 'Asha Verma')
    await database.db.update(user).set({ emailVerified: true }).where(eq(user.id, id))
    await shop.ask('POST', REQUEST_RESET, { body: { email } })
    const [letter] = await database.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email))
    expect(letter?.text).toContain('Dear Asha Verma,')
  })

  test('leaves no link in the database once the letter is sent', async () => {
    const { email } = await signUp(shop)
    await shop.ask('POST', REQUEST_RESET, { body: { email } })
    const resetToken = await resetTokenFor(email)
    expect(resetToken).toMatch(/^\w{24}$/)
    const kept = await database.db.select().from(verification)
    expect(JSON.stringify(kept)).not.toContain(resetToken)
  })

  // Shows D22.silence
  test('is answered alike for an unknown address, and mails nobody', async () => {
    const { email } = await signUp(shop)
    const unknown = uniqueEmail()
    const known = await shop.ask('POST', REQUEST_RESET, { body: { email } })
    const answer = await shop.ask('POST', REQUEST_RESET, { body: { email: unknown } })
    expect([answer.status, answer.json]).toEqual([known.status, known.json])
    expect(await resetTokenFor(unknown)).toBeUndefined()
  })

  test('mails one address three times an hour at most, with the same answer', async () => {
    const { email } = await signUp(shop)
    for (let count = 1; count <= 4; count++)
      expect((await shop.ask('POST', REQUEST_RESET, { body: { email } })).status).toBe(200)
    const letters = await database.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email))
    expect(letters).toHaveLength(3)
  })

  test.each([
    ['a token nobody was given', { token: 'a'.repeat(24) }, 'INVALID_TOKEN'],
    ['a token with a NUL', { token: 'a\u0000b' }, 'VALIDATION_ERROR'],
    ['a short password', { newPassword: 'kada5' }, 'PASSWORD_TOO_SHORT'],
  ])('is not set by %s', async (_, wrong, code) => {
    const { status, json } = await shop.ask('POST', RESET, {
      body: { token: 'a'.repeat(24), newPassword: 'jhumka-82', ...wrong },
    })
    expect([status, json.code]).toEqual([400, code])
  })
})

test('no e-mail address, name or token is written to the log', async () => {
  const { email, token } = await signUp(shop, 'Zarqa Unmistakable')
  await shop.ask('POST', SIGN_UP, { body: { name: 'Zarqa', email, password: 'payal6' } })
  await shop.ask('POST', SIGN_IN, { body: { email, password: 'wrong-one' } })
  await shop.ask('POST', REQUEST_RESET, { body: { email } })
  const log = shop.logged.join('')
  for (const secret of [email, email.split('@')[0] ?? '', 'Unmistakable', token, '198.', '192.0.2.1'])
    expect(log).not.toContain(secret)
})
