import * as contract from '#contract/desk/orders.ts'
import { maskPan } from '#domain/tax-identity.ts'
import { readPan, type PanDeps } from '#server/orders/pans.ts'
import { errorResponse, type App } from '#server/http.ts'
import { withAuditLog } from './audit-log.ts'
import { mountDesk, type DeskDeps } from './mount.ts'
import { numberOf } from './order-acts.ts'

const ERRORS = {
  'no PAN': errorResponse('not-found', 'This order has no PAN.'),
  unreadable: errorResponse(
    'conflict',
    'This PAN was encrypted with a key that the server does not have. See PAN_ENCRYPTION_KEY_PREVIOUS.',
  ),
}

export function mountPans(app: App, deps: DeskDeps & PanDeps): void {
  const { db, now, pans } = deps

  mountDesk(app, deps, contract.readMaskedPan, async ({ context }) => {
    const pan = await readPan(db, pans, numberOf(context))
    return pan.ok ? { pan: maskPan(pan.value) } : ERRORS[pan.error]
  })

  mountDesk(app, deps, contract.readFullPan, async ({ context, actor }) => {
    const number = numberOf(context)
    return withAuditLog(db, { actor, now: now() }, async (tx, record) => {
      const pan = await readPan(tx, pans, number)
      if (!pan.ok) return ERRORS[pan.error]
      await record({ act: 'read PAN', subject: number })
      return { pan: pan.value }
    })
  })
}
