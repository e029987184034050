import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as contract from '#contract/desk/newsletters.ts'
import { EXTERNAL_PATHS } from '#contract/external.ts'
import type { Collection } from '#domain/collection.ts'
import { MINUTE_MS, parseIndiaTime } from '#domain/time.ts'
import { newsletter } from '#server/db/newsletter-schema.ts'
import { expectRow, type Db } from '#server/db/open.ts'
import { queueEmail } from '#server/email/outbox.ts'
import { errorResponse, type App, type AppContext, type ErrorResponse } from '#server/http.ts'
import { contentErrors, startSending } from '#server/newsletters/start-sending.ts'
import { withAuditLog, type RecordAct } from './audit-log.ts'
import { mountDesk, type DeskDeps } from './mount.ts'
import type { SignedInStaff } from './sessions.ts'
import { loadStaffNames } from './staff-names.ts'
import {
  detailsOf,
  findNewsletter,
  listNewsletters,
  lockNewsletter,
  piecesOf,
  renderDraft,
  type NewsletterRow,
  type NewsletterView,
} from './newsletters.ts'

const NO_SUCH_NEWSLETTER = errorResponse('not-found', 'There is no such newsletter.')
const SENT_ALREADY = errorResponse('conflict', 'It has already been sent and cannot be changed.')
const SCHEDULED = errorResponse('conflict', 'It is scheduled. Cancel that first, then change or send it.')
const NOT_IN_FUTURE = errorResponse('invalid-request', 'Enter a time in the future.', {
  sendAt: 'Enter a time in the future.',
})
const NEWSLETTER_ID = z.uuid()
/** The change may fix the error. */
const NO_ERROR = { scheduleError: null } as const

interface NewsletterDeskDeps extends DeskDeps {
  readonly collection: () => Collection
  readonly newslettersPerMinute: number
  readonly worker: { wake(name: string): void }
}

export function mountNewsletters(app: App, deps: NewsletterDeskDeps): void {
  mountFrame(app)
  mountReading(app, deps)
  mountDrafts(app, deps)
  mountTest(app, deps)
  mountSending(app, deps)
  mountSchedule(app, deps)
}

function viewOf(
  { db, collection, siteUrl, now, newslettersPerMinute }: NewsletterDeskDeps,
  { role }: SignedInStaff,
  tx: Db = db,
): NewsletterView {
  return { db: tx, role, collection: collection(), siteUrl, now: now(), newslettersPerMinute }
}

/** Contains no data, so it needs no session. Its policy lets the desk show an e-mail in it, without scripts. */
function mountFrame(app: App): void {
  app.get(EXTERNAL_PATHS.newsletterFrame, (context) => {
    context.header(
      'content-security-policy',
      "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
    )
    context.header('cache-control', 'private, max-age=86400')
    return context.html('<!doctype html><title>Newsletter</title>')
  })
}

function mountReading(app: App, deps: NewsletterDeskDeps): void {
  const { db, collection } = deps

  mountDesk(app, deps, contract.readNewsletters, ({ staff }) => listNewsletters(viewOf(deps, staff)))

  mountDesk(app, deps, contract.readNewsletterPieces, async () => ({ pieces: piecesOf(collection()) }))

  mountDesk(app, deps, contract.previewNewsletter, async ({ request, staff }) =>
    renderDraft(viewOf(deps, staff), request),
  )

  mountDesk(app, deps, contract.readNewsletter, async ({ staff, context }) => {
    const id = idOf(context)
    const row = id === null ? undefined : await findNewsletter(db, id)
    return row ? detailsOf(viewOf(deps, staff), row) : NO_SUCH_NEWSLETTER
  })
}

function mountDrafts(app: App, deps: NewsletterDeskDeps): void {
  const { db, now } = deps

  mountDesk(
    app,
    deps,
    contract.saveNewsletter,
    async ({ request: { version, content }, staff, actor, context }) => {
      const id = idOf(context)
      if (id === null) return NO_SUCH_NEWSLETTER
      const at = now()
      return withAuditLog(db, { actor, now: at }, async (tx, record) => {
        const row = await lockNewsletter(tx, id)
        // Already saved: the response was lost, or another tab has saved the same.
        if (row?.state === 'draft' && isDeepStrictEqual(row.content, content))
          return detailsOf(viewOf(deps, staff, tx), row)
        const error = row
          ? await versionError(viewOf(deps, staff, tx), row, version)
          : version > 0
            ? NO_SUCH_NEWSLETTER
            : null
        if (error) return error
        const values = { content, version: version + 1, changedAt: at, changedBy: actor.name, ...NO_ERROR }
        const saved = await tx
          .insert(newsletter)
          .values({ id, state: 'draft', ...values })
          .onConflictDoUpdate({ target: newsletter.id, set: values })
          .returning()
          .then(expectRow)
        await record({
          act: row ? 'changed newsletter' : 'drafted newsletter',
          subject: id,
          ...(row && { before: { subject: row.content.subject } }),
          after: { subject: content.subject },
        })
        return detailsOf(viewOf(deps, staff, tx), saved)
      })
    },
  )

  mountDesk(
    app,
    deps,
    contract.discardNewsletter,
    async ({ request: { version }, staff, actor, context }) => {
      const id = idOf(context)
      if (id === null) return NO_SUCH_NEWSLETTER
      const error = await withAuditLog(db, { actor, now: now() }, async (tx, record) => {
        const row = await lockNewsletter(tx, id)
        if (!row) return null
        const changed = await versionError(viewOf(deps, staff, tx), row, version)
        if (changed) return changed
        await tx.delete(newsletter).where(eq(newsletter.id, id))
        await record({ act: 'discarded newsletter', subject: id, before: { subject: row.content.subject } })
        return null
      })
      return error ?? listNewsletters(viewOf(deps, staff))
    },
  )
}

function mountTest(app: App, deps: NewsletterDeskDeps): void {
  const { db, now } = deps

  mountDesk(app, deps, contract.testNewsletter, async ({ request: { version }, staff, actor, context }) => {
    const id = idOf(context)
    if (id === null) return NO_SUCH_NEWSLETTER
    const at = now()
    const error = await withAuditLog(db, { actor, now: at }, async (tx, record) => {
      const row = await lockNewsletter(tx, id)
      const error = row ? await errorToSend(viewOf(deps, staff, tx), row, version) : NO_SUCH_NEWSLETTER
      if (!row || error) return error
      const minute = Math.floor(at.getTime() / MINUTE_MS)
      const email = await renderDraft(viewOf(deps, staff, tx), row.content)
      const isQueued = await queueEmail(tx, {
        ...email,
        dedupeKey: `newsletter-proof:${id}:${version}:${staff.id}:${minute}`,
        recipient: staff.email,
        subject: `Test: ${email.subject}`,
        now: at,
      })
      if (isQueued) await record({ act: 'sent proof', subject: id, after: { subject: row.content.subject } })
      return null
    })
    deps.worker.wake('emails')
    return error ?? { recipient: staff.email }
  })
}

function mountSending(app: App, deps: NewsletterDeskDeps): void {
  const { db, now } = deps

  mountDesk(app, deps, contract.sendNewsletter, async ({ request, staff, actor, context }) => {
    const id = idOf(context)
    if (id === null) return NO_SUCH_NEWSLETTER
    const result = await withAuditLog(db, { actor, now: now() }, async (tx, record) => {
      const row = await lockNewsletter(tx, id)
      if (!row) return NO_SUCH_NEWSLETTER
      // Pressed twice, or by two people: sending has already started.
      if (row.state !== 'draft') return detailsOf(viewOf(deps, staff, tx), row)
      return startWith(viewOf(deps, staff, tx), row, { ...request, by: actor.name, record })
    })
    deps.worker.wake('newsletters')
    return result
  })

  mountDesk(app, deps, contract.stopNewsletter, async ({ staff, actor, context }) => {
    const id = idOf(context)
    if (id === null) return NO_SUCH_NEWSLETTER
    const at = now()
    return withAuditLog(db, { actor, now: at }, async (tx, record) => {
      const row = await lockNewsletter(tx, id)
      if (!row) return NO_SUCH_NEWSLETTER
      if (row.state === 'draft') return errorResponse('conflict', 'It is not being sent.')
      if (row.state !== 'sending') return detailsOf(viewOf(deps, staff, tx), row)
      const ended = { state: 'stopped' as const, endedAt: at, stoppedBy: actor.name, nextBatchAt: null }
      await tx.update(newsletter).set(ended).where(eq(newsletter.id, id))
      await record({ act: 'stopped newsletter', subject: id, after: { subject: row.content.subject } })
      return detailsOf(viewOf(deps, staff, tx), { ...row, ...ended })
    })
  })
}

function mountSchedule(app: App, deps: NewsletterDeskDeps): void {
  const { db, now } = deps

  mountDesk(app, deps, contract.scheduleNewsletter, async ({ request, staff, actor, context }) => {
    const id = idOf(context)
    if (id === null) return NO_SUCH_NEWSLETTER
    const sendAt = parseIndiaTime(request.sendAt)
    if (!sendAt || sendAt <= now()) return NOT_IN_FUTURE
    return withAuditLog(db, { actor, now: now() }, async (tx, record) => {
      const row = await lockNewsletter(tx, id)
      if (!row) return NO_SUCH_NEWSLETTER
      // Pressed twice, or the response was lost.
      if (row.sendAt?.getTime() === sendAt.getTime()) return detailsOf(viewOf(deps, staff, tx), row)
      const error = await errorToSend(viewOf(deps, staff, tx), row, request.version)
      if (error) return error
      const change = { sendAt, scheduledBy: actor.name, scheduleError: null }
      await tx.update(newsletter).set(change).where(eq(newsletter.id, id))
      const after = { subject: row.content.subject, sendAt: sendAt.toISOString() }
      await record({ act: 'scheduled newsletter', subject: id, after })
      return detailsOf(viewOf(deps, staff, tx), { ...row, ...change })
    })
  })

  mountDesk(app, deps, contract.unscheduleNewsletter, async ({ staff, actor, context }) => {
    const id = idOf(context)
    if (id === null) return NO_SUCH_NEWSLETTER
    return withAuditLog(db, { actor, now: now() }, async (tx, record) => {
      const row = await lockNewsletter(tx, id)
      if (!row) return NO_SUCH_NEWSLETTER
      if (row.state !== 'draft') return SENT_ALREADY
      if (row.sendAt === null) return detailsOf(viewOf(deps, staff, tx), row)
      const change = { sendAt: null, scheduledBy: null }
      await tx.update(newsletter).set(change).where(eq(newsletter.id, id))
      const before = { subject: row.content.subject, sendAt: row.sendAt.toISOString() }
      await record({ act: 'cancelled schedule', subject: id, before })
      return detailsOf(viewOf(deps, staff, tx), { ...row, ...change })
    })
  })
}

interface StartRequest {
  readonly version: number
  /** The number that the staff member confirmed. */
  readonly recipients: number
  readonly by: string
  readonly record: RecordAct
}

async function startWith(
  view: NewsletterView,
  row: NewsletterRow,
  { version, recipients: confirmed, by, record }: StartRequest,
): Promise<contract.NewsletterDetails | ErrorResponse> {
  const error = await errorToSend(view, row, version)
  if (error) return error
  const recipients = await startSending(view, row, { recipients: confirmed, by })
  if (recipients !== confirmed)
    return errorResponse(
      'conflict',
      `There are ${recipients} subscribers now, not ${confirmed}. Please look again, and confirm that number.`,
    )
  await record({
    act: 'sent newsletter',
    subject: row.id,
    after: { subject: row.content.subject, recipients },
  })
  const started = await findNewsletter(view.db, row.id)
  return started ? detailsOf(view, started) : NO_SUCH_NEWSLETTER
}

async function errorToSend(
  view: NewsletterView,
  row: NewsletterRow,
  version: number,
): Promise<ErrorResponse | null> {
  const error = await versionError(view, row, version)
  if (error) return error
  const fields = contentErrors(row.content, view.collection)
  return fields && errorResponse('invalid-request', Object.values(fields).join(' '), fields)
}

async function versionError(
  { db, role }: NewsletterView,
  { state, version, changedBy, sendAt }: NewsletterRow,
  expected: number,
): Promise<ErrorResponse | null> {
  if (state !== 'draft') return SENT_ALREADY
  if (sendAt !== null) return SCHEDULED
  if (version === expected) return null
  const nameOf = await loadStaffNames(db, role)
  return errorResponse(
    'conflict',
    `${nameOf(changedBy)} has changed it meanwhile. Load it again to see what.`,
  )
}

function idOf(context: AppContext): string | null {
  const { success, data } = NEWSLETTER_ID.safeParse(context.req.param('id'))
  return success ? data : null
}
