import * as contract from '#contract/desk/customers.ts'
import { indiaDate } from '#domain/time.ts'
import { errorResponse, type App, type AppContext } from '#server/http.ts'
import { withAuditLog } from './audit-log.ts'
import { eraseCustomerAccount, findCustomerById, findCustomers } from './customers.ts'
import { mountDesk, type DeskDeps } from './mount.ts'

const NO_SUCH_CUSTOMER = errorResponse('not-found', 'There is no such account.')
const NOT_YET = errorResponse('conflict', 'This account cannot be erased yet. See what is under way.')

/** PostgreSQL rejects NUL in text, and no id is empty. */
function idOf(context: AppContext): string {
  const id = context.req.param('id') ?? ''
  return /^[\w-]{1,64}$/.test(id) ? id : ''
}

/** The audit log names a customer by id, so that it keeps no address of an erased account. */
export function mountCustomers(app: App, deps: DeskDeps): void {
  const { db, now } = deps

  mountDesk(app, deps, contract.searchCustomers, ({ request }) => findCustomers(db, request))

  mountDesk(
    app,
    deps,
    contract.readCustomer,
    async ({ context }) => (await findCustomerById(db, idOf(context), now())) ?? NO_SUCH_CUSTOMER,
  )

  mountDesk(app, deps, contract.exportCustomer, async ({ request: { id }, actor }) => {
    const at = now()
    return withAuditLog(db, { actor, now: at }, async (tx, record) => {
      const customer = await findCustomerById(tx, id, at)
      if (!customer) return NO_SUCH_CUSTOMER
      await record({ act: 'exported customer', subject: id })
      return {
        name: `customer-${indiaDate(at)}.json`,
        text: `${JSON.stringify({ ...customer, obstacles: undefined }, null, 2)}\n`,
      }
    })
  })

  mountDesk(app, deps, contract.eraseCustomer, async ({ request: { id }, actor }) => {
    const at = now()
    return withAuditLog(db, { actor, now: at }, async (tx, record) => {
      const erasure = await eraseCustomerAccount(tx, id, at)
      if (erasure === 'no such customer') return NO_SUCH_CUSTOMER
      if (erasure === 'not possible yet') return NOT_YET
      if (erasure === 'erased') await record({ act: 'erased customer', subject: id })
      return {}
    })
  })
}
