/** The auth service: better-auth on the shop's own tables, set up for what this shop needs and nothing more. */
import { createHash } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import { genericOAuth, jwt } from 'better-auth/plugins'
import { eq } from 'drizzle-orm'
import { NAME_LENGTH_MAX } from '#contract/auth.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#domain/shop.ts'
import type { Database } from '#server/db/open.ts'
import { account, jwks, rateLimit, session, user, verification } from '#server/db/schema.ts'
import type { GoogleSettings } from '#server/env.ts'
import { queueEmail } from '#server/email/outbox.ts'
import { passwordReset } from '#server/email/templates.ts'
import { errorFields, type Log } from '#server/log.ts'
import { limitKey, checkRateLimit, type Limit } from '#server/rate-limit.ts'
import { createKnownDevices, type KnownDevices } from './known-devices.ts'
import { purgeFailures } from './password-guard.ts'

interface AuthSettings {
  readonly db: Database
  /** At least 32 random characters. A new one ends every session. */
  readonly secret: string
  /** Public address of the shop, without a slash at the end. */
  readonly siteUrl: string
  readonly isProduction: boolean
  /** Null where nobody signs in through Google. */
  readonly google: GoogleSettings | null
  readonly log: Log
  readonly now: () => Date
}

export interface Auth {
  /** Answers a request under /api/auth that has nothing to do with Google. */
  handle(request: Request): Promise<Response>
  /** Answers a step of the sign-in through Google; null while Google cannot be reached or is not set up. */
  handleGoogle(request: Request): Promise<Response | null>
  /** Whose token it is: null unless this server signed it, for this shop, not long ago. */
  readToken(token: string): Promise<{ readonly userId: string; readonly sessionId: string } | null>
  readonly knownDevices: KnownDevices
}

const MINUTE_S = 60
const DAY_S = 86_400
const SESSION_S = 7 * DAY_S
const TOKEN_S = 5 * MINUTE_S
const RESET_LINK_S = 60 * MINUTE_S
const SIGNING_KEYS = { alg: 'EdDSA', crv: 'Ed25519' } as const
/** To one address. More are asked for only to annoy its owner. */
const RESET_EMAIL_LIMIT: Limit = { limit: 3, windowMs: 3_600_000 }

export function createAuth(settings: AuthSettings): Auth {
  const { google } = settings
  const service = createService(settings, null)
  const googleService = google
    ? retryAfterNull(() => reachableService(createService(settings, google)))
    : null
  return {
    knownDevices: createKnownDevices(settings),
    handle: (request) => service.handler(request),
    async handleGoogle(request) {
      const ready = await googleService?.()
      return ready ? withTimeout(ready.handler(request), GOOGLE_STEP_MS) : null
    },
    async readToken(token) {
      const { payload } = await service.api.verifyJWT({ body: { token } })
      if (!payload) return null
      const { sub, sid }: Record<string, unknown> = payload
      return typeof sub === 'string' && typeof sid === 'string' ? { userId: sub, sessionId: sid } : null
    },
  }
}

/**
 * better-auth reads the provider's discovery document while it is set up, once, without a time limit, and forgets a
 * provider that did not answer. So sign-in through Google is a service of its own beside the one for passwords: set
 * up on first use, and again while Google cannot be reached.
 */
async function reachableService(service: Service): Promise<Service | null> {
  const context = await withTimeout(service.$context, GOOGLE_STEP_MS)
  return context?.socialProviders.some((provider) => provider.id === 'google') ? service : null
}

const GOOGLE_STEP_MS = 10_000

/** Remembers what `make` gave; asks again after null. Calls at the same time share one attempt. */
function retryAfterNull<Value>(create: () => Promise<Value | null>): () => Promise<Value | null> {
  let attempt: Promise<Value | null> | null = null
  return () => {
    attempt ??= create().then((value) => {
      if (value === null) attempt = null
      return value
    })
    return attempt
  }
}

async function withTimeout<Value>(work: Promise<Value>, limitMs: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limitMs)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

type Service = ReturnType<typeof createService>

function createService(settings: AuthSettings, google: GoogleSettings | null) {
  const { db, secret, siteUrl, isProduction, log, now } = settings
  return betterAuth({
    appName: 'Swarnika',
    baseURL: siteUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: isProduction ? [siteUrl] : [siteUrl, ...localOrigins(siteUrl)],
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user, session, account, verification, rateLimit, jwks },
      // A person and the password are written together, or neither.
      transaction: true,
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH_MIN,
      maxPasswordLength: PASSWORD_LENGTH_MAX,
      autoSignIn: true,
      resetPasswordTokenExpiresIn: RESET_LINK_S,
      revokeSessionsOnPasswordReset: true,
      async sendResetPassword({ user: person, token }) {
        const refused = await checkRateLimit(db, limitKey('reset-mail', person.email), {
          ...RESET_EMAIL_LIMIT,
          now: now(),
        })
        if (refused) return
        await queueEmail(db, {
          dedupeKey: `password-reset:${createHash('sha256').update(token).digest('base64url')}`,
          recipient: person.email,
          ...passwordReset({
            name: person.emailVerified ? person.name : null,
            resetUrl: `${siteUrl}/reset-password?token=${token}`,
          }),
          now: now(),
        })
      },
      // Only the owner of the mailbox has the link.
      async onPasswordReset({ user: person }) {
        await db.update(user).set({ emailVerified: true }).where(eq(user.id, person.id))
        // The library keeps the account's id with each open link.
        await db.delete(verification).where(eq(verification.value, person.id))
        await purgeFailures(db, person.email)
      },
    },
    // Whoever reads the database learns no link that still works.
    verification: { storeIdentifier: 'hashed' },
    account: {
      // Safe because of `withoutUnprovenPassword`.
      accountLinking: { enabled: true, requireLocalEmailVerified: false },
      updateAccountOnSignIn: false,
    },
    databaseHooks: {
      session: { create: { after: endEarlierSession } },
      account: {
        create: {
          async before(created, hook) {
            await removeUnverifiedPassword(created, hook)
            // The shop asks nothing more of Google, so it keeps no key to anybody's account there.
            return { data: { ...created, accessToken: null, refreshToken: null, idToken: null } }
          },
        },
      },
    },
    user: {
      validateUserInfo: ({ user: person, source }) =>
        source.method === 'oauth' && person.emailVerified !== true
          ? { error: 'email_not_verified' }
          : undefined,
    },
    session: { expiresIn: SESSION_S, updateAge: DAY_S },
    // Counted by the routes: this one stretches its window with every request, which shuts out a busy shared address.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'swarnika',
      useSecureCookies: siteUrl.startsWith('https:'),
      ipAddress: { disableIpTracking: true },
      // Said aloud, as the library leaves both out where NODE_ENV is test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    onAPIError: {
      errorURL: `${siteUrl}/login`,
      // A refusal is an answer like any other; only a bug or a database that is away is worth a line.
      onError(error) {
        if (!(error instanceof APIError)) log.error('auth failed', errorFields(error))
      },
    },
    telemetry: { enabled: false },
    logger: { level: 'warn', log: (_, message, ...rest) => logAuth(log, { message, rest }) },
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        jwks: { keyPairConfig: SIGNING_KEYS },
        jwt: {
          issuer: siteUrl,
          audience: siteUrl,
          expirationTime: `${TOKEN_S}s`,
          definePayload: ({ session: held }) => ({ sid: held.id }),
        },
        adapter: { getJwks: (context) => keysForSecret(db, context.context.secretConfig) },
      }),
      ...(google ? [genericOAuth({ config: [googleProviderConfig(google)] })] : []),
    ],
  })
}

/** Google, or whoever speaks OpenID Connect at the configured address. */
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

/** Someone without a name at Google is called by the part of the address before the @. */
function displayNameOf({ name, email }: Record<string, unknown>): string {
  const given = typeof name === 'string' ? name.replace(/[\p{Cc}\p{Cs}]/gu, '').trim() : ''
  const displayName = given === '' && typeof email === 'string' ? (email.split('@')[0] ?? '') : given
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

/** The browser forgets the cookie of its earlier session, which nobody could sign out of any more. */
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
 * Google has just proved that an address is this person's, and an account with that address exists whose owner never
 * proved it. Whoever made it chose its password, and may not be this person: somebody can sign up with another's
 * address and wait for the owner to come. To refuse would lock the owner out, to join as it is would let the stranger
 * in. So the account is joined, and its password and every session end here. If they were the owner's own, nothing is
 * lost but the password, which can be set again by mail.
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

/**
 * Signing keys that the present secret opens. With a new secret the old keys are left alone and a new one is made;
 * otherwise every token would fail until somebody emptied the table by hand.
 */
async function keysForSecret(db: Database, secret: Parameters<typeof symmetricDecrypt>[0]['key']) {
  const keys = await db.select().from(jwks)
  const opened = await Promise.all(
    keys.map(({ privateKey }) =>
      symmetricDecrypt({ key: secret, data: JSON.parse(privateKey) }).then(
        () => true,
        () => false,
      ),
    ),
  )
  return keys
    .filter((_, index) => opened[index])
    .map(({ id, publicKey, privateKey, createdAt, expiresAt }) => ({
      id,
      publicKey,
      privateKey,
      createdAt,
      ...(expiresAt && { expiresAt }),
      ...SIGNING_KEYS,
    }))
}

/** In development the same machine goes by several names. */
function localOrigins(siteUrl: string): string[] {
  const { protocol, port } = new URL(siteUrl)
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `${protocol}//${host}${port && `:${port}`}`)
}

/**
 * A warning at most: strangers can bring about each of these lines, and what is worth an error is thrown as well.
 * The library's words may quote an address after a colon; only those before it are logged.
 */
function logAuth(log: Log, { message, rest }: { message: string; rest: readonly unknown[] }): void {
  const summary = /^[\w ,.'-]{1,100}(?=:|$)/.exec(message)?.[0]
  const error = rest.find((part) => part instanceof Error)
  log.warn('auth', { about: summary, error: error?.name })
}
