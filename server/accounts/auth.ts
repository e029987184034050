/** The auth service: better-auth on the shop's own tables. */
import { createHash } from 'node:crypto'
import type { User } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
// The minimal build, without the drivers of other databases.
import { betterAuth } from 'better-auth/minimal'
import { genericOAuth, jwt } from 'better-auth/plugins'
import { eq } from 'drizzle-orm'
import { NAME_LENGTH_MAX, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#domain/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Database } from '#server/db/open.ts'
import { account, jwks, rateLimit, session, user, verification } from '#server/db/account-schema.ts'
import type { GoogleSettings } from '#server/env.ts'
import { queueEmail } from '#server/email/outbox.ts'
import { passwordReset } from '#server/email/templates.ts'
import { errorFields, type Log } from '#server/log.ts'
import { limitKey, checkRateLimit, type Limit } from '#server/rate-limit.ts'
import { withTimeout } from '#server/timeout.ts'
import { createKnownDevices, type KnownDevices } from './known-devices.ts'
import { purgeFailures } from './password-guard.ts'
import { cachedVerification, type TokenClaims } from './verified-tokens.ts'
import { createSigningKeys, SIGNING_KEYS, type SigningKeys } from './signing-keys.ts'

interface AuthSettings {
  readonly db: Database
  /** At least 32 random characters. Changing it ends every session. */
  readonly secret: string
  /** The public address of the shop, without a trailing slash. */
  readonly siteUrl: string
  readonly isProduction: boolean
  /** Null if sign-in through Google is not configured. */
  readonly google: GoogleSettings | null
  readonly log: Log
  readonly now: () => Date
}

export interface Auth {
  /** Handles requests under /api/auth except those of the sign-in through Google. */
  handle(request: Request): Promise<Response>
  /** Handles a step of the sign-in through Google; null if Google is unreachable or not configured. */
  handleGoogle(request: Request): Promise<Response | null>
  /** Null unless this shop signed the token and it has not expired. */
  readToken(token: string): Promise<TokenClaims | null>
  readonly knownDevices: KnownDevices
}

/** better-auth counts in seconds. */
const SESSION_S = (7 * DAY_MS) / SECOND_MS
const SESSION_REFRESH_S = DAY_MS / SECOND_MS
const TOKEN_S = (5 * MINUTE_MS) / SECOND_MS
const RESET_LINK_S = HOUR_MS / SECOND_MS
/** Per e-mail address, against mail bombing. */
const RESET_EMAIL_LIMIT: Limit = { limit: 3, windowMs: HOUR_MS }

export function createAuth(settings: AuthSettings): Auth {
  const { google } = settings
  const signingKeys = createSigningKeys(settings)
  const service = createService(settings, signingKeys, null)
  const googleService = google
    ? retryAfterNull(() => reachableService(createService(settings, signingKeys, google)))
    : null
  return {
    knownDevices: createKnownDevices(settings),
    handle: (request) => service.handler(request),
    async handleGoogle(request) {
      const ready = await googleService?.()
      return ready ? withTimeout(ready.handler(request), GOOGLE_STEP_MS) : null
    },
    readToken: cachedVerification(async (token) => {
      signingKeys.expect(token)
      const { payload } = await service.api.verifyJWT({ body: { token } })
      if (!payload) return null
      const { sub, sid, exp }: Record<string, unknown> = payload
      if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return null
      return { userId: sub, sessionId: sid, expiresAt: exp * SECOND_MS }
    }, settings.now),
  }
}

/**
 * better-auth fetches the provider's discovery document once, when it is created, without a timeout, and omits a
 * provider that did not respond. So sign-in through Google has a service of its own: created on first use, and again as
 * long as Google is unreachable.
 */
async function reachableService(service: Service): Promise<Service | null> {
  const context = await withTimeout(service.$context, GOOGLE_STEP_MS)
  return context?.socialProviders.some((provider) => provider.id === 'google') ? service : null
}

const GOOGLE_STEP_MS = 10_000

/** Caches what `create` resolves with and retries after null. Concurrent calls share one call. */
function retryAfterNull<Value>(create: () => Promise<Value | null>): () => Promise<Value | null> {
  let pending: Promise<Value | null> | null = null
  return () => {
    pending ??= create().then((value) => {
      if (value === null) pending = null
      return value
    })
    return pending
  }
}

type Service = ReturnType<typeof createService>

function createService(settings: AuthSettings, signingKeys: SigningKeys, google: GoogleSettings | null) {
  const { db, secret, siteUrl, isProduction, log } = settings
  return betterAuth({
    appName: 'Swarnika',
    baseURL: siteUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: isProduction ? [siteUrl] : [siteUrl, ...localOrigins(siteUrl)],
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user, session, account, verification, rateLimit, jwks },
      // User and password are written together or not at all.
      transaction: true,
    }),
    emailAndPassword: passwordOptions(settings),
    // A copy of the database reveals no valid link.
    verification: { storeIdentifier: 'hashed' },
    account: {
      // Safe because of `removeUnverifiedPassword`.
      accountLinking: { enabled: true, requireLocalEmailVerified: false },
      updateAccountOnSignIn: false,
    },
    databaseHooks: {
      session: { create: { after: endEarlierSession } },
      account: {
        create: {
          async before(created, hook) {
            await removeUnverifiedPassword(created, hook)
            // The shop makes no further calls to Google, so it stores no token for them.
            return { data: { ...created, accessToken: null, refreshToken: null, idToken: null } }
          },
        },
      },
    },
    user: {
      validateUserInfo: ({ user: { emailVerified }, source }) =>
        source.method === 'oauth' && emailVerified !== true ? { error: 'email_not_verified' } : undefined,
    },
    session: { expiresIn: SESSION_S, updateAge: SESSION_REFRESH_S },
    // The routes count: this one extends its window with every request, which locks out a busy shared address.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'swarnika',
      useSecureCookies: siteUrl.startsWith('https:'),
      ipAddress: { disableIpTracking: true },
      // Explicit, because the library skips both checks if NODE_ENV is test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    onAPIError: {
      errorURL: `${siteUrl}/login`,
      // An APIError is an expected failure; other errors are bugs or an unavailable database.
      onError(error) {
        if (!(error instanceof APIError)) log.error('auth failed', errorFields(error))
      },
    },
    telemetry: { enabled: false },
    logger: { level: 'warn', log: (_, message, ...rest) => logAuth(log, { message, rest }) },
    plugins: [
      bearerTokens(signingKeys, siteUrl),
      ...(google ? [genericOAuth({ config: [googleProviderConfig(google)] })] : []),
    ],
  })
}

/** The short-lived bearer token (D21). */
function bearerTokens(signingKeys: SigningKeys, siteUrl: string) {
  return jwt({
    disableSettingJwtHeader: true,
    jwks: { keyPairConfig: SIGNING_KEYS },
    jwt: {
      issuer: siteUrl,
      audience: siteUrl,
      expirationTime: `${TOKEN_S}s`,
      definePayload: ({ session: { id } }) => ({ sid: id }),
    },
    adapter: { getJwks: (context) => signingKeys.get(context.context.secretConfig) },
  })
}

function passwordOptions({ db, siteUrl, now }: AuthSettings) {
  return {
    enabled: true,
    minPasswordLength: PASSWORD_LENGTH_MIN,
    maxPasswordLength: PASSWORD_LENGTH_MAX,
    autoSignIn: true,
    resetPasswordTokenExpiresIn: RESET_LINK_S,
    revokeSessionsOnPasswordReset: true,
    async sendResetPassword({ user: recipient, token }: { user: User; token: string }) {
      const limit = { ...RESET_EMAIL_LIMIT, now: now() }
      if (await checkRateLimit(db, limitKey('reset-mail', recipient.email), limit)) return
      await queueEmail(db, {
        dedupeKey: `password-reset:${createHash('sha256').update(token).digest('base64url')}`,
        recipient: recipient.email,
        ...passwordReset({
          name: recipient.emailVerified ? recipient.name : null,
          resetUrl: `${siteUrl}/reset-password?token=${token}`,
        }),
        now: now(),
      })
    },
    // The link proves access to the mailbox.
    async onPasswordReset({ user: { id, email } }: { user: User }) {
      await db.update(user).set({ emailVerified: true }).where(eq(user.id, id))
      // The library stores the user's id as the value of each pending link.
      await db.delete(verification).where(eq(verification.value, id))
      await purgeFailures(db, email)
    },
  }
}

/** Google, or another OpenID Connect provider at the configured address. */
function googleProviderConfig({ discoveryUrl, clientId, clientSecret }: GoogleSettings) {
  return {
    providerId: 'google',
    discoveryUrl,
    clientId,
    clientSecret,
    scopes: ['openid', 'email', 'profile'],
    prompt: 'select_account' as const,
    requireIdTokenVerification: true,
    mapProfileToUser: (claims: Record<string, unknown>) => ({
      name: displayNameOf(claims),
      emailVerified: claims.email_verified === true,
      image: undefined,
    }),
  }
}

/** Falls back to the part of the e-mail address before the @. */
function displayNameOf({ name, email }: Record<string, unknown>): string {
  const enteredName = typeof name === 'string' ? name.replace(/[\p{Cc}\p{Cs}]/gu, '').trim() : ''
  const displayName =
    enteredName === '' && typeof email === 'string' ? (email.split('@')[0] ?? '') : enteredName
  return displayName.slice(0, NAME_LENGTH_MAX)
}

interface SignInContext {
  getSignedCookie(name: string, secret: string): Promise<string | null | false>
  readonly context: {
    readonly secret: string
    readonly authCookies: { readonly sessionToken: { readonly name: string } }
    readonly internalAdapter: { deleteSession(token: string): Promise<void> }
  }
}

/** The new cookie replaces that of the earlier session, which could otherwise not be ended any more. */
async function endEarlierSession(_: object, hook: SignInContext | null): Promise<void> {
  if (!hook) return
  const { secret, authCookies, internalAdapter } = hook.context
  const earlierToken = await hook.getSignedCookie(authCookies.sessionToken.name, secret)
  if (earlierToken) await internalAdapter.deleteSession(earlierToken)
}

interface HookContext {
  readonly context: {
    readonly internalAdapter: {
      findUserById(id: string): Promise<{ emailVerified: boolean } | null>
      findAccounts(userId: string): Promise<{ id: string; providerId: string }[]>
      deleteAccount(id: string): Promise<void>
      deleteUserSessions(userId: string): Promise<void>
    }
  }
}

/**
 * Prevents pre-account hijacking. Google has verified the address, but the existing account with that address has not:
 * an attacker may have signed up with it and set the password. Rejecting the sign-in would lock the real user out,
 * linking the account unchanged would let the attacker in. So the account is linked without its password and sessions.
 * If they were the user's own, only the password is lost, and can be reset.
 */
async function removeUnverifiedPassword(
  created: { providerId: string; userId: string },
  hook: HookContext | null,
): Promise<void> {
  if (created.providerId !== 'google' || !hook) return
  const { internalAdapter } = hook.context
  const existing = await internalAdapter.findUserById(created.userId)
  if (!existing || existing.emailVerified) return
  const accounts = await internalAdapter.findAccounts(created.userId)
  for (const { id } of accounts.filter(({ providerId }) => providerId === 'credential'))
    await internalAdapter.deleteAccount(id)
  await internalAdapter.deleteUserSessions(created.userId)
}

/** In development the same machine has several names. */
function localOrigins(siteUrl: string): string[] {
  const { protocol, port } = new URL(siteUrl)
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `${protocol}//${host}${port && `:${port}`}`)
}

/**
 * At most a warning: attackers can cause these lines, and real errors are thrown as well. Messages of the library may
 * quote an e-mail address after a colon, so only the part before it is logged.
 */
function logAuth(log: Log, { message, rest }: { message: string; rest: readonly unknown[] }): void {
  const summary = /^[\w ,.'-]{1,100}(?=:|$)/.exec(message)?.[0]
  const error = rest.find((part) => part instanceof Error)
  log.warn('auth', { about: summary, error: error?.name })
}
