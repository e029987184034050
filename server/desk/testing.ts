/** Test fixtures: a server with a desk, and enrolled staff with their authenticator apps. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, vi } from 'vitest'
import type { PaymentGateway } from '#server/gateway/gateway.ts'
import { sendDueRequestedRefunds } from '#server/refunds/send-requested-refunds.ts'
import {
  advanceClock,
  createActions,
  readGatewayState,
  SILENT,
  TEST_PAN_KEY,
  type CheckoutFixture,
  type PaidOrder,
} from '#server/checkout/testing.ts'
import { createTestApp, SITE_URL, uniqueEmail, type TestApp } from '#server/accounts/testing.ts'
import { ROLES, type Role } from '#domain/permissions.ts'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { rupees } from '#domain/money.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Database, Db } from '#server/db/open.ts'
import { auditLog } from '#server/db/staff-schema.ts'
import { withoutReplica } from '#server/db/replica.ts'
import type { App } from '#server/http.ts'
import type { PictureUploads } from '#server/pictures/uploads.ts'
import { createDocumentSigner } from '#server/documents/signer.ts'
import { createPanEncryption } from '#server/orders/pans.ts'
import type { OrderDeskDeps } from './order-acts.ts'
import { firstOwnerLink, inviteStaff } from './staff-members.ts'
import { deskRoutes } from './routes.ts'

export const PASSWORD = 'navratna-1995'
const NO_LIMIT = 1_000_000
export const SECRET = 'a-secret-of-the-tests-4f6b1d0c9e8a7352'

export interface TestDesk extends TestApp {
  readonly db: Database
  readonly now: () => Date
  /** Advances the clock. */
  advance(ms: number): void
}

interface TestDeskSettings {
  readonly limitScale: number
  readonly siteUrl: string
  readonly secret: string
  readonly previousSecret: string
  readonly panKey: string
  readonly uploads: PictureUploads
  readonly parcelCourier: OrderDeskDeps['parcelCourier']
  /** In addition to the desk. */
  readonly areas: readonly App[]
}

const NO_UPLOADS: PictureUploads = { store: async () => ({ ok: false, error: 'storage unavailable' }) }
const NO_COURIER: OrderDeskDeps['parcelCourier'] = {
  printLabels: async () => ({ ok: false, error: { kind: 'unknown', detail: 'no courier' } }),
}
const NO_AREAS: readonly App[] = []

export function createTestDesk(
  db: Database,
  {
    limitScale = NO_LIMIT,
    siteUrl = SITE_URL,
    secret = SECRET,
    previousSecret = '',
    panKey = TEST_PAN_KEY,
    uploads = NO_UPLOADS,
    parcelCourier = NO_COURIER,
    areas = NO_AREAS,
  }: Partial<TestDeskSettings> = {},
): TestDesk {
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const desk = deskRoutes({
    collection: () => OPENING_COLLECTION,
    newslettersPerMinute: 120,
    setup: { hasLivePayments: false, hasCourier: false, hasMail: true },
    uploads,
    signer: createDocumentSigner({ db, secret, previousSecret: previousSecret || null, siteUrl, now }),
    pans: createPanEncryption(panKey, null),
    db,
    fromReplica: withoutReplica(db),
    now,
    siteUrl,
    secret,
    previousSecret: previousSecret || null,
    limitScale,
    worker: { wake: () => {} },
    parcelCourier,
    sendsTestOrders: true,
    refundApprovalAbove: rupees(1_00_000),
    wait: async () => {},
  })
  return {
    ...createTestApp(db, { now, secret, siteUrl, areas: [desk, ...areas] }),
    db,
    now,
    advance: (ms) => void (ahead += ms),
  }
}

export interface TestStaff {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly cookie: string
  readonly backupCodes: readonly string[]
  /** The app's code. Each code is accepted once, so the clock is advanced. */
  nextCode(): string
  codeAt(at: Date): string
}

/** Oldest first: without an order, PostgreSQL may return the newest first. */
export function auditEntriesAbout(db: Db, subject: string) {
  return db.select().from(auditLog).where(eq(auditLog.subject, subject)).orderBy(auditLog.number)
}

export function codeOf(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
}

export async function enrolFirstOwner(desk: TestDesk): Promise<TestStaff> {
  const link = await firstOwnerLink(desk.db, SITE_URL, desk.now())
  if (link === null) throw new Error('There is staff already')
  return enrol(desk, link, uniqueEmail())
}

export async function enrolAs(desk: TestDesk, role: Role, name?: string): Promise<TestStaff> {
  const email = uniqueEmail()
  return enrol(desk, await inviteAs(desk, email, role), email, name)
}

export async function inviteAs({ db, now }: TestDesk, email: string, role: Role): Promise<string> {
  const actor = { staffId: null, name: 'command line: test', ip: null }
  const invited = await inviteStaff({ db, actor, now: now() }, { email, role, siteUrl: SITE_URL })
  if (!invited.ok || invited.value === null) throw new Error('There is an invitation already')
  return invited.value
}

export function tokenOf(link: string): string {
  return new URL(link).hash.slice(1)
}

export async function enrol(
  desk: TestDesk,
  link: string,
  email: string,
  name = 'Kavita Rao',
): Promise<TestStaff> {
  const token = tokenOf(link)
  const { json: opened } = await desk.request('POST', '/api/desk/enrolment', { body: { token } })
  const secret: string = opened.secret
  const { json, cookie } = await desk.request('POST', '/api/desk/enrolment/complete', {
    body: { token, email, name, password: PASSWORD, code: codeOf(secret, desk.now()) },
  })
  return {
    id: json.session.staff.id,
    email,
    name,
    cookie,
    backupCodes: json.backupCodes,
    codeAt: (at) => codeOf(secret, at),
    nextCode() {
      desk.advance(MINUTE_MS)
      return codeOf(secret, desk.now())
    },
  }
}

export async function signInAs(
  { request }: TestDesk,
  { email }: Pick<TestStaff, 'email'>,
  code: string,
  password = PASSWORD,
) {
  return request('POST', '/api/desk/sign-in', { body: { email, password, code } })
}

/** Staff of every role, who refund and cancel orders. */
export function setUpOrderDesk(fixture: CheckoutFixture) {
  let desk: TestDesk
  const staff = new Map<Role, TestStaff>()
  beforeAll(async () => {
    // The server of the fixture is another one in each test.
    const printLabels: typeof NO_COURIER.printLabels = (parcels) =>
      fixture.server.deps.parcelCourier.printLabels(parcels)
    desk = createTestDesk(fixture.db, { parcelCourier: { printLabels } })
    for (const role of ROLES) staff.set(role, await enrolAs(desk, role))
  }, 60_000)
  const member = (role: Role) => {
    const found = staff.get(role)
    if (!found) throw new Error(`Nobody is ${role}`)
    return found
  }
  const send = (role: Role, method: string, path: string, body?: unknown) =>
    desk.request(method, `/api/desk/${path}`, {
      cookie: member(role).cookie,
      ...(body !== undefined && { body }),
    })
  const { advance, reconcile } = createActions(fixture)
  const refundsAtGateway = async ({ paymentId }: PaidOrder) => {
    const { refunds } = await readGatewayState(fixture.sandbox)
    return refunds.filter((each) => each.payment_id === paymentId)
  }
  const enterFreshCode = async (role: Role) => {
    const { status } = await send(role, 'POST', 'fresh-code', { code: member(role).nextCode() })
    if (status !== 200) throw new Error(`No fresh code: ${status}`)
  }
  return {
    send,
    sendAbout: (role: Role, method: string, path: string, body?: unknown) =>
      send(role, method, `orders/${path}`, body),
    enterFreshCode,
    refundsAtGateway,
    deskNow: () => desk.now(),
    /** By the desk's clock. */
    advanceDesk: (ms: number) => desk.advance(ms),
    async actsOn(number: string) {
      const entries = await auditEntriesAbout(fixture.db, number)
      return entries.map(({ act }) => act)
    },
    /** For one piece. */
    refundBody: (refundable: number, own: Readonly<Record<string, unknown>> = {}) => ({
      id: randomUUID(),
      lines: [{ position: 0, quantity: 1 }],
      extra: 0,
      reason: 'Scratched',
      refundable,
      ...own,
    }),
    async sendRefunds(gateway: Partial<PaymentGateway> = {}) {
      advance(HOUR_MS)
      const { deps } = fixture.server
      while ((await sendDueRequestedRefunds({ ...deps, gateway: { ...deps.gateway, ...gateway } })) > 0);
    },
    /** Sends a refund that the bank then does not take. Returns what was shown while it was sent. */
    async failRefund<Shown>(
      order: PaidOrder,
      sendRefund: () => Promise<unknown>,
      show: () => Promise<Shown>,
    ): Promise<Shown> {
      fixture.sandbox.faults.set({ rates: { ...SILENT.rates, 'refund-failed': 1 } })
      fixture.server.clock.now = desk.now()
      await sendRefund()
      const shownAsSent = await show()
      fixture.sandbox.faults.set(SILENT)
      await advanceClock(fixture.sandbox, order.gatewayOrderId)
      await vi.waitFor(async () => {
        const failed = (await refundsAtGateway(order)).find(({ status }) => status === 'failed')
        if (!failed) throw new Error('The refund has not failed yet')
      })
      advance(3 * MINUTE_MS)
      await reconcile()
      desk.advance(5 * MINUTE_MS)
      await enterFreshCode('owner')
      return shownAsSent
    },
  }
}
