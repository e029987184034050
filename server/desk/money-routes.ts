import { eq } from 'drizzle-orm'
import * as contract from '#contract/desk/money.ts'
import { settlementExplanation } from '#server/db/settlement-schema.ts'
import type { Db } from '#server/db/open.ts'
import { errorResponse, type App } from '#server/http.ts'
import { loadDifferences } from '#server/settlements/differences.ts'
import { withAuditLog } from './audit-log.ts'
import { listDifferences, loadMoneyOfMonth, loadSettlement, settlementsCsv } from './money.ts'
import { mountDesk, type DeskDeps } from './mount.ts'

const NO_SUCH_SETTLEMENT = errorResponse('not-found', 'There is no such settlement.')
const NO_SUCH_DIFFERENCE = errorResponse('conflict', 'This difference is gone. Please load the page again.')

export function mountMoney(app: App, deps: DeskDeps): void {
  const { db, fromReplica, now } = deps

  mountDesk(app, deps, contract.readMoney, ({ request, staff }) =>
    loadMoneyOfMonth(db, request.month, { role: staff.role, now: now() }),
  )

  mountDesk(
    app,
    deps,
    contract.readSettlement,
    async ({ request }) =>
      (await fromReplica((reads) => loadSettlement(reads, request.id))) ?? NO_SUCH_SETTLEMENT,
  )

  mountDesk(app, deps, contract.explainDifference, async ({ request: { id, reason }, staff, actor }) => {
    const at = now()
    return withAuditLog(db, { actor, now: at }, async (tx, record) => {
      const difference = (await loadDifferences(tx, at)).find((each) => each.id === id)
      if (!difference) return NO_SUCH_DIFFERENCE
      const before = difference.explanation?.reason ?? ''
      if (before !== reason) {
        await saveExplanation(tx, { difference: id, reason, explainedBy: actor.name, explainedAt: at })
        const act = reason === '' ? 'withdrew explanation' : 'explained difference'
        await record({ act, subject: id, before: { reason: before }, after: { reason } })
      }
      return { differences: await listDifferences(tx, { role: staff.role, now: at }) }
    })
  })

  mountDesk(app, deps, contract.exportSettlements, async ({ request: { month }, actor }) => {
    const { text, items } = await fromReplica((reads) => settlementsCsv(reads, month))
    await withAuditLog(db, { actor, now: now() }, (_, record) =>
      record({ act: 'exported settlements', subject: month, after: { items } }),
    )
    return { name: `settlements-${month}.csv`, text }
  })
}

/** Without a reason, it is deleted. */
async function saveExplanation(tx: Db, row: typeof settlementExplanation.$inferInsert): Promise<void> {
  const { difference, reason, explainedBy, explainedAt } = row
  if (reason === '')
    await tx.delete(settlementExplanation).where(eq(settlementExplanation.difference, difference))
  else
    await tx.insert(settlementExplanation).values(row).onConflictDoUpdate({
      target: settlementExplanation.difference,
      set: { reason, explainedBy, explainedAt },
    })
}
