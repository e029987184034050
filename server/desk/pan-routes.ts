import * as contract from '#contract/desk/orders.ts'
import { maskPan } from '#domain/tax-identity.ts'
import { readPan, type PanDeps } from '#server/orders/pans.ts'
import { errorResponse, type App, type ErrorResponse } from '#server/http.ts'
import { withAuditLog } from './audit-log.ts'
import { mountDesk, type DeskDeps } from './mount.ts'
import { numberOf } from './order-acts.ts'

const NO_PAN = errorResponse('not-found', 'This order has no PAN.')
const UNREADABLE = errorResponse(
  'conflict',
  'This PAN was encrypted with a key that the server does not have. See PAN_ENCRYPTION_KEY_PREVIOUS.',
)

export function mountPans(app: App, deps: DeskDeps & PanDeps): void {
  const { db, now, pans } = deps

  mountDesk(app, deps, contract.readMaskedPan, async ({ context }) => {
    const read = await readPan(db, pans, numberOf(context))
    return panResponse(read, maskPan)
  })

  mountDesk(app, deps, contract.readFullPan, async ({ context, actor }) => {
    const number = numberOf(context)
    return withAuditLog(db, { actor, now: now() }, async (tx, record) => {
      const read = await readPan(tx, pans, number)
      const response = panResponse(read, (pan) => pan)
      if ('pan' in response) await record({ act: 'read PAN', subject: number })
      return response
    })
  })
}

function panResponse(
  read: Awaited<ReturnType<typeof readPan>>,
  show: (pan: string) => string,
): { readonly pan: string } | ErrorResponse {
  if (read === null) return NO_PAN
  return read === 'unreadable' ? UNREADABLE : { pan: show(read.pan) }
}
