import { hashPassword } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DeskEndpoint } from '#contract/desk/endpoint.ts'
import { ENDPOINTS } from '#contract/openapi.ts'
import { UNATTENDED_HEADER } from '#contract/desk/endpoint.ts'
import { isPermitted, needsFreshCode, ROLES, type Role } from '#domain/permissions.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { SITE_URL, signUp, uniqueEmail } from '#server/accounts/testing.ts'
import { emailOutbox } from '#server/db/schema.ts'
import { staff, staffBackupCode, staffInvitation, staffSession } from '#server/db/staff-schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { purge } from '#server/jobs/purge.ts'
import { hashOfToken } from './sessions.ts'
import { firstOwnerLink } from './staff-members.ts'
import {
  codeOf,
  createTestDesk,
  enrol,
  enrolAs,
  enrolFirstOwner,
  inviteAs,
  PASSWORD,
  signInAs,
  tokenOf,
  type TestDesk,
  type TestStaff,
} from './testing.ts'

const database = useTestDatabase()
let desk: TestDesk
let owner: TestStaff
let firstLink: string
beforeAll(async () => {
  desk = createTestDesk(database.db)
  firstLink = (await firstOwnerLink(database.db, SITE_URL, desk.now())) ?? ''
  owner = await enrolFirstOwner(desk)
})
afterEach(() => vi.restoreAllMocks())

const isSignedIn = async (cookie: string) =>
  (await desk.request('GET', '/api/desk/session', { cookie })).json.session !== null

/** A session with a fresh code, however long earlier tests took. */
async function signedIn(staffMember: TestStaff): Promise<string> {
  const { status, cookie } = await signInAs(desk, staffMember, staffMember.nextCode())
  expect(status).toBe(200)
  return cookie
}

describe('enrolment', () => {
  // Shows D44.first-owner
  test('the link of the first owner is void once staff exist', async () => {
    const body = { token: tokenOf(firstLink) }
    const { status, json } = await desk.request('POST', '/api/desk/enrolment', { body })
    expect([status, json.code]).toEqual([404, 'not-found'])
    expect(await firstOwnerLink(database.db, SITE_URL, desk.now())).toBeNull()
  })

  // Shows D44.invitation
  test('an invitation is e-mailed, works once, and only for the invited address', async () => {
    const cookie = await signedIn(owner)
    const email = uniqueEmail()
    const invited = await desk.request('POST', '/api/desk/invitations', {
      cookie,
      body: { email, role: 'packer' },
    })
    expect(invited.json.invitations).toContainEqual(expect.objectContaining({ email, role: 'packer' }))
    const [mail] = await database.db.select().from(emailOutbox).where(eq(emailOutbox.recipient, email))
    const link = /http\S+\/desk\/enrol#[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''

    const { json: opened } = await desk.request('POST', '/api/desk/enrolment', {
      body: { token: tokenOf(link) },
    })
    expect(opened).toEqual({ email, role: 'packer', secret: opened.secret })
    const complete = (as: string) =>
      desk.request('POST', '/api/desk/enrolment/complete', {
        body: {
          token: tokenOf(link),
          email: as,
          name: 'Ravi Nair',
          password: PASSWORD,
          code: codeOf(opened.secret, desk.now()),
        },
      })
    expect((await complete(uniqueEmail())).status).toBe(404)
    const enrolled = await complete(email)
    expect(enrolled.json.session.staff).toMatchObject({ email, name: 'Ravi Nair', role: 'packer' })
    expect(enrolled.json.backupCodes).toHaveLength(10)
    expect((await complete(email)).status).toBe(404)
  })

  test('a wrong code enrols nobody, and the link still works', async () => {
    const email = uniqueEmail()
    const link = await inviteAs(desk, email, 'support')
    const { json: opened } = await desk.request('POST', '/api/desk/enrolment', {
      body: { token: tokenOf(link) },
    })
    const right = codeOf(opened.secret, desk.now())
    const code = right === '000000' ? '000001' : '000000'
    const body = { token: tokenOf(link), email, name: 'Ravi', password: PASSWORD, code }
    const { status, json } = await desk.request('POST', '/api/desk/enrolment/complete', { body })
    expect([status, json.code]).toEqual([422, 'wrong-code'])
    expect(await isSignedIn((await enrol(desk, link, email)).cookie)).toBe(true)
  })

  test('an invitation ends after 24 hours', async () => {
    const link = await inviteAs(desk, uniqueEmail(), 'support')
    desk.advance(24 * HOUR_MS)
    const body = { token: tokenOf(link) }
    expect((await desk.request('POST', '/api/desk/enrolment', { body })).status).toBe(404)
  })

  test('inviting a staff member again renews their access and voids the earlier link', async () => {
    const staffMember = await enrolAs(desk, 'manager')
    const renewed = await enrol(desk, await inviteAs(desk, staffMember.email, 'manager'), staffMember.email)
    expect(renewed.id).toBe(staffMember.id)
    expect(await isSignedIn(staffMember.cookie)).toBe(false)
    expect((await signInAs(desk, staffMember, staffMember.nextCode())).status).toBe(401)
    expect((await signInAs(desk, staffMember, renewed.nextCode())).status).toBe(200)
  })

  // Shows D44.at-rest
  test('the database has no token, password, secret or backup code in plain text', async () => {
    const email = uniqueEmail()
    const link = await inviteAs(desk, email, 'support')
    const { json } = await desk.request('POST', '/api/desk/enrolment', { body: { token: tokenOf(link) } })
    const staffMember = await enrolAs(desk, 'support')
    const stored = JSON.stringify(
      await Promise.all(
        [staff, staffInvitation, staffSession, staffBackupCode].map((table) =>
          database.db.select().from(table),
        ),
      ),
    )
    const secrets = [
      tokenOf(link),
      json.secret,
      PASSWORD,
      staffMember.cookie.split('=')[1],
      ...staffMember.backupCodes.flatMap((code) => [code, code.replace('-', '')]),
    ]
    for (const secret of secrets) expect(stored).not.toContain(secret)
    expect(stored).toContain(email)
  })
})

describe('sign-in', () => {
  // Shows D44.second-factor
  test('needs the right password and code together, and reports the same error for either', async () => {
    const staffMember = await enrolAs(desk, 'packer')
    const responses = [
      await signInAs(desk, staffMember, staffMember.nextCode(), 'not-this-one'),
      await signInAs(desk, staffMember, 'abcd-efgh'),
      await signInAs(desk, { email: uniqueEmail() }, '123456'),
    ]
    for (const { status, json } of responses) {
      expect([status, json.code, json.message]).toEqual([
        401,
        'wrong-sign-in',
        'E-mail, password or code is incorrect.',
      ])
    }
    expect((await signInAs(desk, staffMember, staffMember.nextCode())).status).toBe(200)
  })

  test('accepts a code once, even concurrently', async () => {
    const staffMember = await enrolAs(desk, 'packer')
    const code = staffMember.nextCode()
    const responses = await Promise.all([1, 2, 3].map(() => signInAs(desk, staffMember, code)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    expect((await signInAs(desk, staffMember, code)).status).toBe(401)
  })

  // Shows D44.backup-codes
  test('accepts a backup code once, with or without its hyphen, and not as a fresh code', async () => {
    const staffMember = await enrolAs(desk, 'owner')
    const code = staffMember.backupCodes[3] ?? ''
    const first = await signInAs(desk, staffMember, code.replace('-', '').toUpperCase())
    expect(first.json.session.backupCodesLeft).toBe(9)
    expect((await signInAs(desk, staffMember, code)).status).toBe(401)
    const renewal = await desk.request('POST', '/api/desk/backup-codes', { cookie: first.cookie })
    expect([renewal.status, renewal.json.code]).toEqual([403, 'fresh-code-needed'])
  })

  test('five wrong codes after the right password lock it for a while', async () => {
    const limited = createTestDesk(database.db, { limitScale: 1 })
    const staffMember = await enrolAs(limited, 'packer')
    for (let count = 0; count < 5; count++)
      expect((await signInAs(limited, staffMember, 'abcd-efgh')).status).toBe(401)
    const right = await signInAs(limited, staffMember, staffMember.nextCode())
    expect([right.status, right.json.code]).toEqual([429, 'too-many-requests'])
    limited.advance(15 * MINUTE_MS)
    expect((await signInAs(limited, staffMember, staffMember.nextCode())).status).toBe(200)
  })

  // Shows D44.session
  test('the cookie is hidden from scripts and other sites, and over TLS bound to the host', async () => {
    const staffMember = await enrolAs(desk, 'packer')
    const { headers } = await signInAs(desk, staffMember, staffMember.nextCode())
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^swarnika-desk=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    const overTls = createTestDesk(database.db, { siteUrl: 'https://shop.example' })
    overTls.advance(48 * HOUR_MS)
    const secured = await signInAs(overTls, staffMember, staffMember.codeAt(overTls.now()))
    expect(secured.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-swarnika-desk=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ])
  })

  test('a session ends after 30 idle minutes', async () => {
    const { cookie } = await enrolAs(desk, 'packer')
    desk.advance(29 * MINUTE_MS)
    expect(await isSignedIn(cookie)).toBe(true)
    desk.advance(29 * MINUTE_MS)
    expect(await isSignedIn(cookie)).toBe(true)
    desk.advance(31 * MINUTE_MS)
    expect(await isSignedIn(cookie)).toBe(false)
  })

  test('the use of a session is recorded once a minute', async () => {
    const { cookie } = await enrolAs(desk, 'packer')
    const isThis = eq(staffSession.tokenHash, hashOfToken(cookie.replace(/^[^=]+=/, '')))
    const lastSeen = async () => {
      const [session] = await database.db.select().from(staffSession).where(isThis)
      return session?.lastSeenAt.getTime()
    }
    desk.advance(2 * MINUTE_MS)
    await isSignedIn(cookie)
    const firstUse = await lastSeen()
    desk.advance(30 * SECOND_MS)
    await isSignedIn(cookie)
    expect(await lastSeen()).toEqual(firstUse)
    desk.advance(30 * SECOND_MS)
    await isSignedIn(cookie)
    expect(await lastSeen()).toBeGreaterThanOrEqual((firstUse ?? 0) + MINUTE_MS)
  })

  test('automatic refreshes keep no session alive', async () => {
    const { cookie } = await enrolAs(desk, 'packer')
    const refresh = { cookie, headers: { [UNATTENDED_HEADER]: '1' } }
    for (const minutes of [10, 19]) {
      desk.advance(minutes * MINUTE_MS)
      expect((await desk.request('GET', '/api/desk/today', refresh)).status).toBe(200)
    }
    desk.advance(2 * MINUTE_MS)
    expect((await desk.request('GET', '/api/desk/today', refresh)).status).toBe(401)
    expect(await isSignedIn(cookie)).toBe(false)
  })

  test('a session ends after 12 hours, however busy it is', async () => {
    const { cookie } = await enrolAs(desk, 'packer')
    for (let quarters = 0; quarters < 47; quarters++) {
      desk.advance(15 * MINUTE_MS)
      expect(await isSignedIn(cookie)).toBe(true)
    }
    desk.advance(16 * MINUTE_MS)
    expect(await isSignedIn(cookie)).toBe(false)
  })

  test('the session is checked in one query', async () => {
    const { cookie } = await enrolAs(desk, 'packer')
    const query = vi.spyOn(pg.Client.prototype, 'query')
    expect((await desk.request('GET', '/api/desk/staff', { cookie })).status).toBe(403)
    expect(query).toHaveBeenCalledTimes(1)
  })
})

describe('own sessions', () => {
  test('are listed and can be ended one by one', async () => {
    const staffMember = await enrolAs(desk, 'packer')
    const cookie = await signedIn(staffMember)
    const { json } = await desk.request('GET', '/api/desk/sessions', { cookie })
    expect(json.sessions).toHaveLength(2)
    const other = json.sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
    const left = await desk.request('DELETE', `/api/desk/sessions/${other.id}`, { cookie })
    expect(left.json.sessions).toHaveLength(1)
    expect(await isSignedIn(staffMember.cookie)).toBe(false)
  })

  test('nobody can end another’s session', async () => {
    const [one, other] = [await enrolAs(desk, 'packer'), await enrolAs(desk, 'packer')]
    const { json } = await desk.request('GET', '/api/desk/sessions', { cookie: other.cookie })
    await desk.request('DELETE', `/api/desk/sessions/${json.sessions[0].id}`, { cookie: one.cookie })
    expect(await isSignedIn(other.cookie)).toBe(true)
  })

  test('a sign-out ends the session', async () => {
    const { cookie } = await enrolAs(desk, 'packer')
    expect((await desk.request('POST', '/api/desk/sign-out', { cookie })).status).toBe(200)
    expect(await isSignedIn(cookie)).toBe(false)
  })

  test('a new password needs the current one and ends the other sessions', async () => {
    const staffMember = await enrolAs(desk, 'packer')
    const cookie = await signedIn(staffMember)
    const change = (password: string) =>
      desk.request('POST', '/api/desk/password', { cookie, body: { password, newPassword: 'meenakari-22' } })
    expect((await change('not-this-one')).json.fields).toEqual({
      password: 'This is not your current password.',
    })
    expect((await change(PASSWORD)).status).toBe(200)
    expect([await isSignedIn(staffMember.cookie), await isSignedIn(cookie)]).toEqual([false, true])
    expect((await signInAs(desk, staffMember, staffMember.nextCode())).status).toBe(401)
    expect((await signInAs(desk, staffMember, staffMember.nextCode(), 'meenakari-22')).status).toBe(200)
  })

  test('a new password needs twelve characters; existing shorter passwords stay valid', async () => {
    const staffMember = await enrolAs(desk, 'packer')
    const { cookie } = staffMember
    const short = { password: PASSWORD, newPassword: 'elevenchars' }
    const rejected = await desk.request('POST', '/api/desk/password', { cookie, body: short })
    expect([rejected.status, rejected.json.fields]).toEqual([
      400,
      { newPassword: 'Use at least 12 characters.' },
    ])
    const passwordHash = await hashPassword('kundan')
    await database.db.update(staff).set({ passwordHash }).where(eq(staff.email, staffMember.email))
    expect((await signInAs(desk, staffMember, staffMember.nextCode(), 'kundan')).status).toBe(200)
  })

  test('new backup codes void the earlier ones', async () => {
    const staffMember = await enrolAs(desk, 'packer')
    const { json } = await desk.request('POST', '/api/desk/backup-codes', { cookie: staffMember.cookie })
    expect((await signInAs(desk, staffMember, staffMember.backupCodes[0] ?? '')).status).toBe(401)
    expect((await signInAs(desk, staffMember, json.backupCodes[0])).status).toBe(200)
  })
})

const deskEndpoints = ENDPOINTS.filter((endpoint): endpoint is DeskEndpoint =>
  endpoint.path.startsWith('/api/desk/'),
)
const guarded = deskEndpoints.flatMap(({ method, path, permission }) =>
  permission === 'public' ? [] : [{ method, path, permission }],
)

describe('permissions', () => {
  test('only calls that create or read a session are public', () => {
    const open = deskEndpoints.filter(({ permission }) => permission === 'public')
    expect(open.map(({ path }) => path)).toEqual([
      '/api/desk/session',
      '/api/desk/sign-in',
      '/api/desk/enrolment',
      '/api/desk/enrolment/complete',
    ])
  })

  // An unknown id: a rejected call has no effect, and a permitted one finds nothing.
  const send = (method: string, path: string, cookie?: string, headers: Record<string, string> = {}) =>
    desk.request(method, path.replace(':id', '00000000-0000-4000-8000-000000000000'), {
      ...(cookie && { cookie }),
      headers,
      ...(method === 'POST' || method === 'PUT' ? { body: { unknown: true } } : {}),
    })

  // Shows D44.permissions
  test.each(guarded)(
    '$method $path is open to the roles of its permission alone',
    async ({ method, path, permission }) => {
      for (const role of ROLES) {
        const { status, json } = await send(method, path, await cookieOf(role))
        const context = `${role} ${status} ${json?.code}`
        if (isPermitted(role, permission)) expect([401, 403], context).not.toContain(status)
        else expect([status, json.code], context).toEqual([403, 'not-permitted'])
      }
    },
  )

  // Enrolling hashes a password, so one enrolment per role is used until a call ends the session.
  const cookies = new Map<Role, string>()
  async function cookieOf(role: Role): Promise<string> {
    const known = cookies.get(role)
    if (known !== undefined && (await isSignedIn(known))) return known
    const { cookie } = await enrolAs(desk, role)
    cookies.set(role, cookie)
    return cookie
  }

  async function voidSessions() {
    const customer = await signUp(desk)
    const revoked = await enrolAs(desk, 'owner')
    await database.db.delete(staffSession).where(eq(staffSession.staffId, revoked.id))
    const disabled = await enrolAs(desk, 'owner')
    await database.db.update(staff).set({ disabledAt: desk.now() }).where(eq(staff.id, disabled.id))
    const ended = await enrolAs(desk, 'owner')
    desk.advance(31 * MINUTE_MS)
    return { customer, revoked, disabled, ended }
  }
  let voided: ReturnType<typeof voidSessions> | null = null

  // Shows D44.apart
  test.each(guarded)(
    '$method $path rejects no, ended, revoked and customers’ sessions with 401',
    async ({ method, path }) => {
      voided ??= voidSessions()
      const { customer, revoked, disabled, ended } = await voided
      const customersToken = customer.cookie.split(/[=.]/)[1] ?? ''
      const responses = await Promise.all([
        send(method, path),
        send(method, path, 'swarnika-desk=nonsense'),
        send(method, path, ended.cookie),
        send(method, path, revoked.cookie),
        send(method, path, disabled.cookie),
        send(method, path, customer.cookie),
        send(method, path, `swarnika-desk=${customersToken}`),
        send(method, path, undefined, { authorization: `Bearer ${customer.token}` }),
      ])
      expect(responses.map(({ status, json }) => `${status} ${json.code}`)).toEqual(
        responses.map(() => '401 not-signed-in'),
      )
    },
  )

  let owner: Promise<TestStaff> | null = null
  // Shows D44.step-up
  test.each(guarded.filter(({ permission }) => needsFreshCode(permission)))(
    '$method $path needs a code not older than ten minutes',
    async ({ method, path }) => {
      owner ??= enrolAs(desk, 'owner')
      const staffMember = await owner
      desk.advance(11 * MINUTE_MS)
      const { status, json } = await send(method, path, staffMember.cookie)
      expect([status, json.code]).toEqual([403, 'fresh-code-needed'])
      const body = { code: staffMember.nextCode() }
      const step = await desk.request('POST', '/api/desk/fresh-code', { cookie: staffMember.cookie, body })
      expect(step.status).toBe(200)
      expect((await send(method, path, staffMember.cookie)).status).not.toBe(403)
      const again = await desk.request('POST', '/api/desk/fresh-code', { cookie: staffMember.cookie, body })
      expect([again.status, again.json.code]).toEqual([422, 'wrong-code'])
    },
  )

  test.each(['cross-site', 'same-site', 'none'])(
    'a call from a page that is %s is rejected',
    async (site) => {
      const { cookie } = await enrolAs(desk, 'packer')
      const { status } = await desk.request('POST', '/api/desk/sign-out', {
        cookie,
        headers: { 'sec-fetch-site': site },
      })
      expect(status).toBe(403)
      expect(await isSignedIn(cookie)).toBe(true)
    },
  )

  test('the desk’s cookie gives no access to customer accounts', async () => {
    const { cookie } = await enrolAs(desk, 'owner')
    expect((await desk.request('GET', '/api/auth/get-session', { cookie })).json).toBeNull()
  })
})

describe('the staff', () => {
  test('are hidden from packers', async () => {
    const { cookie } = await enrolAs(desk, 'packer')
    const { status, json } = await desk.request('GET', '/api/desk/staff', { cookie })
    expect([status, json.code]).toEqual([403, 'not-permitted'])
  })

  test('a changed role applies from the next call', async () => {
    const cookie = await signedIn(owner)
    const staffMember = await enrolAs(desk, 'packer')
    const changed = await desk.request('PUT', `/api/desk/staff/${staffMember.id}/role`, {
      cookie,
      body: { role: 'manager' },
    })
    expect(changed.json.staff).toContainEqual(
      expect.objectContaining({ id: staffMember.id, role: 'manager' }),
    )
    const { status } = await desk.request('GET', '/api/desk/staff', { cookie: staffMember.cookie })
    expect(status).toBe(200)
  })

  test('a disabled staff member is signed out, cannot sign in, and can be enabled again', async () => {
    const cookie = await signedIn(owner)
    const staffMember = await enrolAs(desk, 'packer')
    const setAccess = (isDisabled: boolean) =>
      desk.request('PUT', `/api/desk/staff/${staffMember.id}/access`, { cookie, body: { isDisabled } })
    const { json } = await setAccess(true)
    expect(json.staff).toContainEqual(expect.objectContaining({ id: staffMember.id, isDisabled: true }))
    expect(await isSignedIn(staffMember.cookie)).toBe(false)
    expect((await signInAs(desk, staffMember, staffMember.nextCode())).status).toBe(401)
    await setAccess(false)
    expect((await signInAs(desk, staffMember, staffMember.nextCode())).status).toBe(200)
  })

  test('all sessions of a staff member can be ended at once', async () => {
    const cookie = await signedIn(owner)
    const staffMember = await enrolAs(desk, 'packer')
    await desk.request('DELETE', `/api/desk/staff/${staffMember.id}/sessions`, { cookie })
    expect(await isSignedIn(staffMember.cookie)).toBe(false)
  })

  test('an invitation that is sent twice is one, and can be withdrawn', async () => {
    const cookie = await signedIn(owner)
    const email = uniqueEmail()
    const send = () =>
      desk.request('POST', '/api/desk/invitations', { cookie, body: { email, role: 'support' } })
    await send()
    const { json } = await send()
    const open = json.invitations.filter((each: { email: string }) => each.email === email)
    expect(open).toHaveLength(1)
    const mails = await database.db.select().from(emailOutbox).where(eq(emailOutbox.recipient, email))
    expect(mails).toHaveLength(1)
    const left = await desk.request('DELETE', `/api/desk/invitations/${open[0].id}`, { cookie })
    expect(left.json.invitations).not.toContainEqual(expect.objectContaining({ email }))
  })

  test('an invitation never changes the role of a staff member', async () => {
    const cookie = await signedIn(owner)
    const staffMember = await enrolAs(desk, 'packer')
    const body = { email: staffMember.email, role: 'owner' }
    expect((await desk.request('POST', '/api/desk/invitations', { cookie, body })).status).toBe(409)
  })
})

test('ended sessions and links are purged, others stay', async () => {
  const [ended, other] = [await enrolAs(desk, 'packer'), await enrolAs(desk, 'packer')]
  const sessionsOf = (id: string) => database.db.$count(staffSession, eq(staffSession.staffId, id))
  await database.db
    .update(staffSession)
    .set({ expiresAt: new Date(1000) })
    .where(eq(staffSession.staffId, ended.id))
  await purge(database.db, 'sessions', new Date(2000))
  expect([await sessionsOf(ended.id), await sessionsOf(other.id)]).toEqual([0, 1])

  const [past, open] = [uniqueEmail(), uniqueEmail()]
  for (const email of [past, open]) await inviteAs(desk, email, 'packer')
  const linksOf = (email: string) => database.db.$count(staffInvitation, eq(staffInvitation.email, email))
  await database.db
    .update(staffInvitation)
    .set({ expiresAt: new Date(1000) })
    .where(eq(staffInvitation.email, past))
  await purge(database.db, 'expiredLinks', new Date(2000))
  expect([await linksOf(past), await linksOf(open)]).toEqual([0, 1])
})
