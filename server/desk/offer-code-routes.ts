import { eq } from 'drizzle-orm'
import * as contract from '#contract/desk/offers.ts'
import type { Collection } from '#domain/collection.ts'
import type { Role } from '#domain/permissions.ts'
import { offerCodeState, offerTermsText } from '#domain/offer-code.ts'
import { offerCode } from '#server/db/offer-schema.ts'
import { errorResponse, type App, type ErrorResponse } from '#server/http.ts'
import { findOfferCode, toTerms, type OfferCodeRow } from '#server/offers/offer-codes.ts'
import { withAuditLog } from './audit-log.ts'
import { mountDesk, type DeskDeps } from './mount.ts'
import {
  termsError,
  isSameOffer,
  listOfferCodes,
  previewOf,
  validityOf,
  type InvalidOfferCode,
} from './offer-codes.ts'

const NAME_TAKEN = errorResponse('conflict', 'There is a code of this name already.', {
  code: 'There is a code of this name already. Every code has its own name, so that reports stay clear.',
})
const LAST_DAY_PAST = invalidTerms({ field: 'lastDay', text: 'The last day is past.' })
const NO_SUCH_CODE = errorResponse('not-found', 'There is no such code.')

interface OfferDeskDeps extends DeskDeps {
  readonly collection: () => Collection
}

export function mountOfferCodes(app: App, deps: OfferDeskDeps): void {
  const { db, now, collection } = deps
  const list = ({ role }: { readonly role: Role }) => listOfferCodes(db, collection(), role, now())

  mountDesk(app, deps, contract.readOfferCodes, ({ staff }) => list(staff))

  mountDesk(app, deps, contract.previewOfferCode, async ({ request }) => {
    const invalid = termsError(request, collection())
    return invalid ? invalidTerms(invalid) : previewOf(request, collection())
  })

  mountDesk(app, deps, contract.createOfferCode, async ({ request, staff, actor }) => {
    const { code, percent, on, appliesTo, ordersMax, ordersPerCustomerMax } = request
    const invalid = termsError(request, collection())
    if (invalid) return invalidTerms(invalid)
    const validity = validityOf(request)
    if (!validity.ok) return invalidTerms(validity.error)
    const at = now()
    const limits = { ordersMax, ordersPerCustomerMax }
    const terms = { code, percent, base: on, appliesTo, ...validity.value, ...limits }
    const made: OfferCodeRow = { ...terms, createdAt: at, createdBy: actor.name }
    const error = await withAuditLog(db, { actor, now: at }, async (tx, record) => {
      const existing = await findOfferCode(tx, code)
      if (existing) return isSameOffer(existing, made) ? null : NAME_TAKEN
      if (offerCodeState(made, at) === 'ended') return LAST_DAY_PAST
      await tx.insert(offerCode).values(made)
      const after = { offer: offerTermsText(toTerms(made)), ...limits, ...daysOf(made) }
      await record({ act: 'made offer code', subject: code, after })
      return null
    })
    return error ?? list(staff)
  })

  mountDesk(app, deps, contract.endOfferCode, async ({ request: { code }, staff, actor }) => {
    const at = now()
    const error = await withAuditLog(db, { actor, now: at }, async (tx, record) => {
      const row = await findOfferCode(tx, code)
      if (!row) return NO_SUCH_CODE
      if (offerCodeState(row, at) === 'ended') return null
      // Ending a code before it starts cancels it.
      const validUntil = at
      await tx.update(offerCode).set({ validUntil }).where(eq(offerCode.code, code))
      await record({
        act: 'ended offer code',
        subject: code,
        before: daysOf(row),
        after: daysOf({ ...row, validUntil }),
      })
      return null
    })
    return error ?? list(staff)
  })
}

function invalidTerms({ field, text }: InvalidOfferCode): ErrorResponse {
  return errorResponse('invalid-request', text, { [field]: text })
}

function daysOf({ validFrom, validUntil }: Pick<OfferCodeRow, 'validFrom' | 'validUntil'>) {
  return { validFrom: validFrom.toISOString(), validUntil: validUntil?.toISOString() ?? null }
}
