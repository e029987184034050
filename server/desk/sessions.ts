/** Staff sessions: short, listed, revocable, in a cookie that no script and no other site can use. */
import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { FRESH_CODE_MINUTES, type Role } from '#domain/permissions.ts'
import { addMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { staff, staffSession } from '#server/db/staff-schema.ts'
import type { AppContext } from '#server/http.ts'

const SESSION_MS = 12 * HOUR_MS
const IDLE_MS = 30 * MINUTE_MS
/** Uses in between are not recorded, so that most calls write nothing. A session may end that much earlier. */
const RECORD_USE_EVERY_MS = MINUTE_MS
const USER_AGENT_MAX = 200

/** The staff member and session of a request. */
export interface SignedInStaff {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly sessionId: string
  readonly expiresAt: Date
  readonly hasFreshCode: boolean
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

interface NewSession {
  readonly staffId: string
  readonly context: AppContext
  readonly now: Date
  readonly hasFreshCode: boolean
}

/** Returns the token for the cookie. */
export async function createSession(
  db: Db,
  { staffId, context, now, hasFreshCode }: NewSession,
): Promise<string> {
  const token = createToken()
  await db.insert(staffSession).values({
    tokenHash: hashOfToken(token),
    staffId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: addMs(now, SESSION_MS),
    freshCodeAt: hasFreshCode ? now : null,
    userAgent: (context.req.header('user-agent') ?? '').slice(0, USER_AGENT_MAX),
    ip: context.get('clientAddress'),
  })
  return token
}

/** Neither expired nor idle for too long. */
export const isActive = (now: Date) =>
  and(gt(staffSession.expiresAt, now), gt(staffSession.lastSeenAt, addMs(now, -IDLE_MS)))

interface Resumption {
  readonly token: string
  readonly now: Date
  /** Automatic refreshes do not extend the session. */
  readonly isUnattended?: boolean
}

/** Finds the session and records its use. */
export async function resumeSession(
  db: Db,
  { token, now, isUnattended = false }: Resumption,
): Promise<SignedInStaff | null> {
  const [found] = await db
    .select({
      id: staff.id,
      email: staff.email,
      name: staff.name,
      role: staff.role,
      sessionId: staffSession.id,
      expiresAt: staffSession.expiresAt,
      lastSeenAt: staffSession.lastSeenAt,
      freshCodeAt: staffSession.freshCodeAt,
    })
    .from(staffSession)
    .innerJoin(staff, eq(staff.id, staffSession.staffId))
    .where(and(eq(staffSession.tokenHash, hashOfToken(token)), isNull(staff.disabledAt), isActive(now)))
  if (!found) return null
  const { freshCodeAt, lastSeenAt, ...session } = found
  if (!isUnattended && lastSeenAt <= addMs(now, -RECORD_USE_EVERY_MS))
    await db.update(staffSession).set({ lastSeenAt: now }).where(eq(staffSession.id, session.sessionId))
  return {
    ...session,
    hasFreshCode: freshCodeAt !== null && freshCodeAt > addMs(now, -FRESH_CODE_MINUTES * MINUTE_MS),
  }
}

export async function markFreshCode(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.update(staffSession).set({ freshCodeAt: now }).where(eq(staffSession.id, sessionId))
}

/** Newest first. */
export function activeSessionsOf(db: Db, staffId: string, now: Date) {
  return db
    .select()
    .from(staffSession)
    .where(and(eq(staffSession.staffId, staffId), isActive(now)))
    .orderBy(desc(staffSession.lastSeenAt))
}

/** A prefix that browsers refuse to set from a subdomain or without TLS. */
const COOKIE = 'swarnika-desk'
const prefixOf = (siteUrl: string) => (siteUrl.startsWith('https:') ? ('host' as const) : undefined)

export function tokenOfRequest(context: AppContext, siteUrl: string): string | undefined {
  return getCookie(context, COOKIE, prefixOf(siteUrl))
}

const cookieOptions = (siteUrl: string) => ({
  path: '/',
  httpOnly: true,
  secure: siteUrl.startsWith('https:'),
  sameSite: 'Strict' as const,
  prefix: prefixOf(siteUrl),
})

export function setSessionCookie(context: AppContext, token: string, siteUrl: string): void {
  setCookie(context, COOKIE, token, { ...cookieOptions(siteUrl), maxAge: SESSION_MS / SECOND_MS })
}

export function clearSessionCookie(context: AppContext, siteUrl: string): void {
  deleteCookie(context, COOKIE, cookieOptions(siteUrl))
}
