import * as z from 'zod/mini'
import * as contract from '#contract/desk/messages.ts'
import { errorResponse, type App } from '#server/http.ts'
import { withAuditLog } from './audit-log.ts'
import {
  findMessages,
  findUndeliveredEmails,
  lockMessage,
  retryAbandonedEmail,
  setAnswered,
  toDeskMessage,
} from './messages.ts'
import { mountDesk, type DeskDeps } from './mount.ts'
import { loadStaffNames } from './staff-names.ts'

const NO_SUCH_MESSAGE = errorResponse('not-found', 'There is no such message.')
const MessageId = z.uuid()

export function mountMessages(app: App, deps: DeskDeps): void {
  const { db, now } = deps

  mountDesk(app, deps, contract.searchMessages, ({ request: { view, olderThan }, staff }) =>
    findMessages(db, view, olderThan, staff.role),
  )

  mountDesk(app, deps, contract.markAnswered, async ({ request: { isAnswered }, staff, actor, context }) => {
    const { success: isId, data: id } = MessageId.safeParse(context.req.param('id'))
    if (!isId) return NO_SUCH_MESSAGE
    const at = now()
    return withAuditLog(db, { actor, now: at }, async (tx, record) => {
      const nameOf = await loadStaffNames(tx, staff.role)
      const row = await lockMessage(tx, id)
      if (!row) return NO_SUCH_MESSAGE
      // A retry: the first answer stays.
      if ((row.answeredAt !== null) === isAnswered) return toDeskMessage(row, nameOf)
      await record({ act: isAnswered ? 'answered message' : 'reopened message', subject: id })
      const changed = await setAnswered(tx, id, isAnswered ? { at, by: actor.name } : null)
      return toDeskMessage(changed, nameOf)
    })
  })

  mountDesk(app, deps, contract.readUndeliveredEmails, async ({ staff }) => ({
    emails: await findUndeliveredEmails(db, staff.role, now()),
  }))

  mountDesk(app, deps, contract.resendEmail, async ({ request: { key }, staff, actor }) => {
    const at = now()
    await withAuditLog(db, { actor, now: at }, async (tx, record) => {
      if (await retryAbandonedEmail(tx, key, at)) await record({ act: 'resent e-mail', subject: key })
    })
    return { emails: await findUndeliveredEmails(db, staff.role, at) }
  })
}
