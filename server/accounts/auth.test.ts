import { asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { jwks, session, user, verification } from '#server/db/account-schema.ts'
import { emailOutbox } from '#server/db/schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { openTestDatabase } from '#server/testing.ts'
import {
  createTestApp,
  signUp,
  SITE_URL,
  randomIpAddress,
  uniqueEmail,
  tokenOf,
  type TestApp,
} from './testing.ts'

const database = useTestDatabase()
let app: TestApp
beforeAll(() => {
  app = createTestApp(database.db)
})

const SIGN_UP = '/api/auth/sign-up/email'
const SIGN_IN = '/api/auth/sign-in/email'
const SESSION = '/api/auth/get-session'
const TOKEN = '/api/auth/token'
const SIGN_OUT = '/api/auth/sign-out'
const REQUEST_RESET = '/api/auth/request-password-reset'
const RESET = '/api/auth/reset-password'
const ACCOUNT = '/api/account'

/** The token of the newest reset link in the outbox. */
async function resetTokenFor(email: string): Promise<string | undefined> {
  const emails = await database.db
    .select()
    .from(emailOutbox)
    .where(eq(emailOutbox.recipient, email))
    .orderBy(asc(emailOutbox.createdAt))
  return emails.map(({ text }) => /reset-password\?token=([\w-]+)/.exec(text)?.[1]).at(-1)
}

describe('signing up', () => {
  // Shows 5.signup.name, 4.auth.record, 7.auth
  // Shows 3.signup-form
  test('signs the new user in and returns the user', async () => {
    const email = uniqueEmail()
    const { status, json, cookie } = await app.request('POST', SIGN_UP, {
      body: { name: '  Asha Verma ', email: email.toUpperCase(), password: 'payal6' },
    })
    expect(status).toBe(200)
    expect(json).toEqual({ user: { id: expect.any(String), name: 'Asha Verma', email } })
    expect((await app.request('GET', SESSION, { cookie })).json).toEqual(json)
  })

  // Shows D21.cookie
  test('sets a session cookie that is HttpOnly, SameSite=Lax and valid for seven days', async () => {
    const { headers } = await app.request('POST', SIGN_UP, {
      body: { name: 'Asha', email: uniqueEmail(), password: 'payal6' },
    })
    const cookie = headers.getSetCookie().find((set) => set.startsWith('swarnika.session_token='))
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).toMatch(/Max-Age=604800/)
  })

  test('rejects an e-mail address that has an account', async () => {
    const { email } = await signUp(app)
    const { status, json } = await app.request('POST', SIGN_UP, {
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
    ['a password that is an array', { password: ['payal6'] }, 'VALIDATION_ERROR'],
    ['an empty name', { name: '   ' }, 'VALIDATION_ERROR'],
    ['a name of 121 characters', { name: 'n'.repeat(121) }, 'VALIDATION_ERROR'],
    ['a NUL in the name', { name: 'Asha\u0000' }, 'VALIDATION_ERROR'],
    ['a name that is null', { name: null }, 'VALIDATION_ERROR'],
    ['an unknown field', { emailVerified: true }, 'VALIDATION_ERROR'],
  ])('rejects %s', async (_, wrong, code) => {
    const { status, json } = await app.request('POST', SIGN_UP, {
      body: { name: 'Asha', email: uniqueEmail(), password: 'payal6', ...wrong },
    })
    expect([status, json.success, json.code]).toEqual([400, false, code])
  })
})

describe('an invalid body', () => {
  const POSTS = [SIGN_UP, SIGN_IN, REQUEST_RESET, RESET, '/api/auth/sign-in/social']

  test.each(POSTS)('%s rejects malformed JSON, an array and null', async (path) => {
    for (const raw of ['{"email":', '', '[]', 'null', '"text"', '7', '\u0000']) {
      const { status, json } = await app.request('POST', path, { raw })
      expect([status, json.success, json.code]).toEqual([400, false, 'VALIDATION_ERROR'])
    }
  })

  test.each(POSTS)('%s rejects a form', async (path) => {
    const { status, json } = await app.request('POST', path, {
      raw: 'email=a%40b.in',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([status, json.code]).toEqual([415, 'unsupported-media-type'])
  })

  test.each(POSTS)('%s rejects a body of 100 KB', async (path) => {
    const { status, json } = await app.request('POST', path, { body: { name: 'n'.repeat(100_000) } })
    expect([status, json.code]).toEqual([413, 'too-large'])
  })

  test('no other endpoint of the library is reachable', async () => {
    const { cookie } = await signUp(app)
    for (const [method, path] of [
      ['POST', '/api/auth/update-user'],
      ['POST', '/api/auth/change-email'],
      ['POST', '/api/auth/delete-user'],
      ['GET', '/api/auth/list-sessions'],
      ['GET', '/api/auth/error'],
      ['GET', '/api/auth/ok'],
      ['GET', SIGN_IN],
    ] as const) {
      const { status, json } = await app.request(method, path, {
        cookie,
        ...(method === 'POST' && { body: {} }),
      })
      expect([path, status, json.code]).toEqual([path, 404, 'not-found'])
    }
  })
})

describe('signing in', () => {
  // Shows 3.signup-form
  test('accepts the e-mail address in any case and with blanks around it', async () => {
    const { id, email, password } = await signUp(app)
    const { status, json } = await app.request('POST', SIGN_IN, {
      body: { email: ` ${email.toUpperCase()} `, password },
    })
    expect([status, json.user.id]).toEqual([200, id])
  })

  // Shows D22.silence
  test('responds alike to a wrong password and to an unknown address', async () => {
    const { email } = await signUp(app)
    const wrong = await app.request('POST', SIGN_IN, { body: { email, password: 'not-this-one' } })
    const unknown = await app.request('POST', SIGN_IN, {
      body: { email: uniqueEmail(), password: 'not-this-one' },
    })
    expect([wrong.status, wrong.json.code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD'])
    expect([unknown.status, unknown.json]).toEqual([wrong.status, wrong.json])
  })

  test('is rejected from another site', async () => {
    const { email, password } = await signUp(app)
    const { status, json } = await app.request('POST', SIGN_IN, {
      body: { email, password },
      headers: { origin: 'https://elsewhere.example' },
    })
    expect([status, json.code]).toEqual([403, 'INVALID_ORIGIN'])
  })

  test('rejects the eleventh attempt on one account, and accepts another user of the same office', async () => {
    const limited = createTestApp(database.db, { limitScale: 1 })
    const [asha, rohan] = [await signUp(app), await signUp(app)]
    const from = randomIpAddress()
    const attempts = []
    for (let count = 1; count <= 11; count++)
      attempts.push(
        await limited.request('POST', SIGN_IN, { from, body: { email: asha.email, password: 'wrong-one' } }),
      )
    expect(attempts.map(({ status }) => status)).toEqual([...Array<number>(10).fill(401), 429])
    expect(attempts.at(-1)?.json).toEqual({
      success: false,
      code: 'too-many-requests',
      message: 'Too many requests. Please wait a moment and try again.',
    })
    const { email, password } = rohan
    expect((await limited.request('POST', SIGN_IN, { from, body: { email, password } })).status).toBe(200)
  })

  test('is possible again after ten minutes', async () => {
    let at = new Date()
    const limited = createTestApp(database.db, { limitScale: 0.1, now: () => at })
    const { email, password } = await signUp(app)
    const from = randomIpAddress()
    const attempt = (typed: string) =>
      limited.request('POST', SIGN_IN, { from, body: { email, password: typed } })
    expect((await attempt('wrong-one')).status).toBe(401)
    const { status, headers } = await attempt(password)
    expect([status, headers.get('retry-after')]).toEqual([429, '600'])
    at = new Date(at.getTime() + 10 * MINUTE_MS)
    expect((await attempt(password)).status).toBe(200)
  })

  test('counts only failures', async () => {
    const limited = createTestApp(database.db, { limitScale: 0.2 })
    const { email, password } = await signUp(app)
    const from = randomIpAddress()
    const attempt = (typed: string) =>
      limited.request('POST', SIGN_IN, { from, body: { email, password: typed } })
    expect((await attempt('wrong-one')).status).toBe(401)
    for (let time = 1; time <= 5; time++) expect((await attempt(password)).status).toBe(200)
    expect((await attempt('wrong-two')).status).toBe(401)
    expect((await attempt(password)).status).toBe(429)
  })

  test('ends the earlier session of the same browser and no other', async () => {
    const { email, password, cookie, token } = await signUp(app)
    const elsewhere = await app.request('POST', SIGN_IN, { body: { email, password } })
    const again = await app.request('POST', SIGN_IN, { cookie, body: { email, password } })
    expect((await app.request('GET', SESSION, { cookie })).json).toBeNull()
    expect((await app.request('GET', ACCOUNT, { token })).status).toBe(401)
    expect((await app.request('GET', SESSION, { cookie: again.cookie })).json).not.toBeNull()
    expect((await app.request('GET', SESSION, { cookie: elsewhere.cookie })).json).not.toBeNull()
  })

  test('ends no session by a forged session cookie', async () => {
    const { email, password, cookie } = await signUp(app)
    const forged = cookie.replace(/(session_token=[^.]+\.)[^;]{4}/, '$1AAAA')
    expect(forged).not.toBe(cookie)
    await app.request('POST', SIGN_IN, { cookie: forged, body: { email, password } })
    expect((await app.request('GET', SESSION, { cookie })).json).not.toBeNull()
  })
})

/** A fifth of the real limits, since each guess costs a hash. */
const FEW = 0.2

const deviceOf = (cookie: string) => cookie.split('; ').find((pair) => pair.includes('known_device')) ?? ''

describe('wrong passwords from many IP addresses', () => {
  /** Its clock advances when a sign-in waits for its turn. */
  function createDelayedApp() {
    let at = new Date()
    const waited: number[] = []
    const limited = createTestApp(database.db, {
      limitScale: FEW,
      now: () => at,
      async wait(ms) {
        waited.push(ms)
        at = new Date(at.getTime() + ms)
      },
    })
    return { limited, waited, passTime: (ms: number) => (at = new Date(at.getTime() + ms)) }
  }
  const attempt = (at: TestApp, email: string, password: string, cookie = '') =>
    at.request('POST', SIGN_IN, { from: randomIpAddress(), cookie, body: { email, password } })

  test('lock the user out neither on a known device nor, after a delay, on a new one', async () => {
    const { limited, waited, passTime } = createDelayedApp()
    const { email, password, cookie } = await signUp(app)
    const guesses: number[] = []
    for (let guess = 1; guess <= 30; guess++)
      guesses.push((await attempt(limited, email, 'wrong-one')).status)
    expect(guesses).toEqual(Array<number>(30).fill(401))
    // Four without delay, then one second apart, two, … and twenty.
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

  test('sent concurrently are rejected unless they get a turn', async () => {
    const { email } = await signUp(app)
    // A clock that stands still, so that a slow machine gives no further turns.
    const at = new Date()
    const limited = createTestApp(database.db, { limitScale: FEW, now: () => at, wait: async () => {} })
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => attempt(limited, email, 'wrong-one')),
    )
    const compared = responses.filter(({ status }) => status === 401)
    const rejected = responses.filter(({ status }) => status === 429)
    expect(compared.length + rejected.length).toBe(30)
    expect(compared.length).toBeLessThan(15)
    expect(rejected.map(({ headers }) => headers.get('retry-after'))).toContain('20')
  })

  test('are delayed on known devices too once these have used up their common limit', async () => {
    const { limited, waited } = createDelayedApp()
    const { email, password } = await signUp(app)
    for (let device = 1; device <= 13; device++) {
      const { cookie } = await attempt(app, email, password)
      for (let guess = 1; guess <= 2; guess++)
        expect((await attempt(limited, email, 'wrong-one', deviceOf(cookie))).status).toBe(401)
    }
    // A fifth of 100 on known devices, a fifth of 20 like any other, and two delayed ones.
    expect(waited).toHaveLength(2)
  })

  test('delay nobody after a password reset', async () => {
    const { limited, waited } = createDelayedApp()
    const { email } = await signUp(app)
    for (let guess = 1; guess <= 12; guess++) await attempt(limited, email, 'wrong-one')
    await app.request('POST', REQUEST_RESET, { body: { email } })
    await app.request('POST', RESET, {
      body: { token: await resetTokenFor(email), newPassword: 'jhumka-82' },
    })
    waited.length = 0
    expect((await attempt(limited, email, 'jhumka-82')).status).toBe(200)
    expect(waited).toEqual([])
  })
})

describe('a known device', () => {
  test('is identified by an HttpOnly cookie that signs nobody in', async () => {
    const { headers, cookie } = await app.request('POST', SIGN_UP, {
      body: { name: 'Asha', email: uniqueEmail(), password: 'payal6' },
    })
    const set = headers.getSetCookie().find((one) => one.startsWith('swarnika.known_device='))
    expect(set).toMatch(/Path=\/api\/auth/)
    expect(set).toMatch(/HttpOnly/)
    expect(set).toMatch(/SameSite=Lax/)
    expect((await app.request('GET', SESSION, { cookie: deviceOf(cookie) })).json).toBeNull()
  })

  test('has a limit of its own, for this account only', async () => {
    const limited = createTestApp(database.db, { limitScale: FEW })
    const [asha, rohan] = [await signUp(app), await signUp(app)]
    const from = randomIpAddress()
    const attempt = (email: string, password: string, cookie = '') =>
      limited.request('POST', SIGN_IN, { from, cookie, body: { email, password } })
    for (let guess = 1; guess <= 2; guess++) await attempt(asha.email, 'wrong-one')
    expect((await attempt(asha.email, asha.password)).status).toBe(429)
    expect((await attempt(asha.email, asha.password, deviceOf(rohan.cookie))).status).toBe(429)
    const device = deviceOf(asha.cookie)
    expect((await attempt(asha.email, 'wrong-one', device)).status).toBe(401)
    expect((await attempt(asha.email, asha.password, device)).status).toBe(200)
    expect((await attempt(asha.email, 'wrong-one', device)).status).toBe(401)
    expect((await attempt(asha.email, asha.password, device)).status).toBe(429)
  })

  test('is limited even if each attempt succeeds', async () => {
    const { email, password, cookie } = await signUp(app)
    const limited = createTestApp(database.db, { limitScale: FEW / 2 })
    const signIn = () =>
      limited.request('POST', SIGN_IN, {
        from: randomIpAddress(),
        cookie: deviceOf(cookie),
        body: { email, password },
      })
    for (let time = 1; time <= 6; time++) expect((await signIn()).status).toBe(200)
    expect((await signIn()).status).toBe(429)
  })

  test('is known for each user who shares it', async () => {
    const [asha, rohan] = [await signUp(app), await signUp(app)]
    const { cookie } = await app.request('POST', SIGN_IN, {
      cookie: deviceOf(asha.cookie),
      body: { email: rohan.email, password: rohan.password },
    })
    const limited = createTestApp(database.db, { limitScale: FEW })
    const from = randomIpAddress()
    for (const { email, password } of [asha, rohan]) {
      for (let guess = 1; guess <= 2; guess++)
        await limited.request('POST', SIGN_IN, { from, body: { email, password: 'wrong-one' } })
      const { status } = await limited.request('POST', SIGN_IN, {
        from,
        cookie: deviceOf(cookie),
        body: { email, password },
      })
      expect(status).toBe(200)
    }
  })
})

describe('the session', () => {
  test('is null for a visitor', async () => {
    const { status, json } = await app.request('GET', SESSION)
    expect([status, json]).toEqual([200, null])
  })

  test('is null for a forged cookie', async () => {
    const { cookie } = await signUp(app)
    expect(
      (await app.request('GET', SESSION, { cookie: cookie.replace(/(?<=session_token=)./, '#') })).json,
    ).toBeNull()
  })

  test('stores neither IP address nor browser', async () => {
    const { id } = await signUp(app)
    const [row] = await database.db.select().from(session).where(eq(session.userId, id))
    expect([row?.ipAddress || null, row?.userAgent || null]).toEqual([null, null])
  })

  // Shows 7.auth
  test('ends with its bearer token at sign-out', async () => {
    const { cookie, token } = await signUp(app)
    expect((await app.request('GET', ACCOUNT, { token })).status).toBe(200)
    expect((await app.request('POST', SIGN_OUT, { cookie, body: {} })).status).toBe(200)
    expect((await app.request('GET', SESSION, { cookie })).json).toBeNull()
    expect((await app.request('GET', ACCOUNT, { token })).status).toBe(401)
  })

  test('cannot be ended from another site', async () => {
    const { cookie } = await signUp(app)
    const { status } = await app.request('POST', SIGN_OUT, {
      cookie,
      body: {},
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(status).toBe(403)
    expect((await app.request('GET', SESSION, { cookie })).json).not.toBeNull()
  })
})

describe('the bearer token', () => {
  test('is not given to a visitor', async () => {
    const { status, json } = await app.request('GET', TOKEN)
    expect([status, json.success]).toEqual([401, false])
  })

  // Shows D21.token
  test('contains only ids and is valid for five minutes', async () => {
    const { id, token } = await signUp(app)
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

  test('identifies its user', async () => {
    const { email, token } = await signUp(app)
    expect((await app.request('GET', ACCOUNT, { token })).json.email).toBe(email)
  })

  test('is rejected if forged, unsigned or malformed', async () => {
    const { token } = await signUp(app)
    const [head = '', claims = '', signature = ''] = token.split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const otherClaims = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'another-user' }),
    ).toString('base64url')
    for (const wrong of [
      `${none}.${claims}.`,
      `${head}.${otherClaims}.${signature}`,
      `${head}.${claims}.${signature.slice(0, -4)}AAAA`,
      `${head}.${claims}`,
      '..',
      'null',
      'x'.repeat(3999),
    ]) {
      const { status, json } = await app.request('GET', ACCOUNT, { token: wrong })
      expect([status, json]).toEqual([
        401,
        { success: false, code: 'not-signed-in', message: 'Authentication required' },
      ])
    }
  })

  test('is rejected once its session has expired', async () => {
    const { id, token } = await signUp(app)
    await database.db
      .update(session)
      .set({ expiresAt: new Date(0) })
      .where(eq(session.userId, id))
    expect((await app.request('GET', ACCOUNT, { token })).status).toBe(401)
  })

  test('is rejected by a shop with another address', async () => {
    const elsewhere = createTestApp(database.db, { siteUrl: 'http://localhost:4000' })
    const { token } = await signUp(elsewhere)
    expect((await elsewhere.request('GET', ACCOUNT, { token })).status).toBe(200)
    expect((await app.request('GET', ACCOUNT, { token })).status).toBe(401)
  })

  test('is signed with a new key after the secret changes, and old keys are kept', async () => {
    await signUp(app)
    const before = await database.db.$count(jwks)
    const renewed = createTestApp(database.db, { secret: 'another-secret-of-the-tests-b3c1a9d7e5f2' })
    const { email, password } = await signUp(renewed)
    const { cookie } = await renewed.request('POST', SIGN_IN, { body: { email, password } })
    const token = await tokenOf(renewed.request, cookie)
    expect((await renewed.request('GET', ACCOUNT, { token })).status).toBe(200)
    expect(await database.db.$count(jwks)).toBeGreaterThanOrEqual(before)
  })
})

describe('a forgotten password', () => {
  // Shows D14.reset, 7.auth
  test('is reset by the link in the e-mail, which works once and ends every session', async () => {
    const { email, password, cookie, token } = await signUp(app)
    expect((await app.request('POST', REQUEST_RESET, { body: { email } })).status).toBe(200)
    const resetToken = await resetTokenFor(email)
    const reset = () => app.request('POST', RESET, { body: { token: resetToken, newPassword: 'jhumka-82' } })
    expect((await reset()).status).toBe(200)
    expect((await app.request('GET', SESSION, { cookie })).json).toBeNull()
    expect((await app.request('GET', ACCOUNT, { token })).status).toBe(401)
    expect((await app.request('POST', SIGN_IN, { body: { email, password } })).status).toBe(401)
    expect((await app.request('POST', SIGN_IN, { body: { email, password: 'jhumka-82' } })).status).toBe(200)
    const again = await reset()
    expect([again.status, again.json.code]).toEqual([400, 'INVALID_TOKEN'])
  })

  test('revokes every other link once it is reset', async () => {
    const { email } = await signUp(app)
    const other = await signUp(app)
    await app.request('POST', REQUEST_RESET, { body: { email: other.email } })
    const links = []
    for (let time = 1; time <= 3; time++) {
      await app.request('POST', REQUEST_RESET, { body: { email } })
      links.push(await resetTokenFor(email))
    }
    expect(new Set(links).size).toBe(3)
    const reset = (token: string | undefined, newPassword: string) =>
      app.request('POST', RESET, { body: { token, newPassword } })
    expect((await reset(links[1], 'jhumka-82')).status).toBe(200)
    for (const link of links) {
      const { status, json } = await reset(link, 'stolen-83')
      expect([status, json.code]).toEqual([400, 'INVALID_TOKEN'])
    }
    expect((await reset(await resetTokenFor(other.email), 'jhumka-82')).status).toBe(200)
  })

  test('verifies the e-mail address', async () => {
    const { id, email } = await signUp(app)
    await app.request('POST', REQUEST_RESET, { body: { email } })
    await app.request('POST', RESET, {
      body: { token: await resetTokenFor(email), newPassword: 'jhumka-82' },
    })
    const [row] = await database.db.select().from(user).where(eq(user.id, id))
    expect(row?.emailVerified).toBe(true)
  })

  test('sends no name to an unverified address', async () => {
    const { email } = await signUp(app, 'You won, claim it at https://elsewhere.example')
    await app.request('POST', REQUEST_RESET, { body: { email } })
    const [message] = await database.db.select().from(emailOutbox).where(eq(emailOutbox.recipient, email))
    expect(message?.text).toContain('Dear customer,')
    expect(JSON.stringify(message)).not.toContain('You won')
  })

  test('sends the name to a verified address', async () => {
    const { id, email } = await signUp(app, 'Asha Verma')
    await database.db.update(user).set({ emailVerified: true }).where(eq(user.id, id))
    await app.request('POST', REQUEST_RESET, { body: { email } })
    const [message] = await database.db.select().from(emailOutbox).where(eq(emailOutbox.recipient, email))
    expect(message?.text).toContain('Dear Asha Verma,')
  })

  test('leaves no usable token in the database', async () => {
    const { email } = await signUp(app)
    await app.request('POST', REQUEST_RESET, { body: { email } })
    const resetToken = await resetTokenFor(email)
    expect(resetToken).toMatch(/^\w{24}$/)
    const stored = await database.db.select().from(verification)
    expect(JSON.stringify(stored)).not.toContain(resetToken)
  })

  // Shows D22.silence
  test('responds alike to an unknown address, and sends no e-mail', async () => {
    const { email } = await signUp(app)
    const unknown = uniqueEmail()
    const known = await app.request('POST', REQUEST_RESET, { body: { email } })
    const response = await app.request('POST', REQUEST_RESET, { body: { email: unknown } })
    expect([response.status, response.json]).toEqual([known.status, known.json])
    expect(await resetTokenFor(unknown)).toBeUndefined()
  })

  test('sends one address at most three e-mails an hour, with the same response', async () => {
    const { email } = await signUp(app)
    for (let count = 1; count <= 4; count++)
      expect((await app.request('POST', REQUEST_RESET, { body: { email } })).status).toBe(200)
    const emails = await database.db.select().from(emailOutbox).where(eq(emailOutbox.recipient, email))
    expect(emails).toHaveLength(3)
  })

  test.each([
    ['an unknown token', { token: 'a'.repeat(24) }, 'INVALID_TOKEN'],
    ['a token with a NUL', { token: 'a\u0000b' }, 'VALIDATION_ERROR'],
    ['a short password', { newPassword: 'kada5' }, 'PASSWORD_TOO_SHORT'],
  ])('is not reset by %s', async (_, wrong, code) => {
    const { status, json } = await app.request('POST', RESET, {
      body: { token: 'a'.repeat(24), newPassword: 'jhumka-82', ...wrong },
    })
    expect([status, json.code]).toEqual([400, code])
  })
})

test('no e-mail address, name or token is written to the log', async () => {
  const { email, token } = await signUp(app, 'Zarqa Unmistakable')
  await app.request('POST', SIGN_UP, { body: { name: 'Zarqa', email, password: 'payal6' } })
  await app.request('POST', SIGN_IN, { body: { email, password: 'wrong-one' } })
  await app.request('POST', REQUEST_RESET, { body: { email } })
  const log = app.logged.join('')
  for (const secret of [email, email.split('@')[0] ?? '', 'Unmistakable', token, '198.', '192.0.2.1'])
    expect(log).not.toContain(secret)
})

describe('signing keys', () => {
  test('created by another server are accepted at once, and deleted ones are rejected after a minute', async () => {
    let time = new Date()
    const empty = await openTestDatabase()
    const [first, second] = [0, 1].map(() => createTestApp(empty.db, { now: () => time }))
    if (!first || !second) throw new Error('unreachable')
    const { cookie, token } = await signUp(first)
    const read = (app: TestApp, bearer: string) => app.request('GET', '/api/lists', { token: bearer })
    for (const server of [first, second]) expect((await read(server, token)).status).toBe(200)
    await empty.db.delete(jwks)
    const restarted = createTestApp(empty.db, { now: () => time })
    const renewed = await tokenOf(restarted.request, cookie)
    expect((await read(second, renewed)).status).toBe(200)
    expect((await read(first, token)).status).toBe(200)
    time = new Date(time.getTime() + 61_000)
    expect((await read(first, token)).status).toBe(401)
    await empty.close()
  })
})
