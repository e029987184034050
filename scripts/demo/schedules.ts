/** A manager who leaves the company, whose schedules another person has to review: prices, a product, a newsletter. */
import { randomUUID } from 'node:crypto'
import { readProductForm, saveProduct } from '#contract/desk/collection.ts'
import { publishDeskDraft, readDeskDraft } from '#contract/desk/editions.ts'
import { saveNewsletter, scheduleNewsletter } from '#contract/desk/newsletters.ts'
import { previewRates, publishRates, readRates } from '#contract/desk/rates.ts'
import { changeAccess, readStaff } from '#contract/desk/staff.ts'
import { indiaDate } from '#domain/time.ts'
import { DRAFT } from './newsletter.ts'
import type { Desk, DeskClient } from './staff.ts'

/** Later on the same day. */
const AT = '11:00'

/** The manager is disabled before the chosen time. The owner has entered a fresh code. */
export async function leaveSchedules({ owner, former }: Desk): Promise<void> {
  const publishAt = `${indiaDate(new Date())}T${AT}`
  await former.signIn()
  await former.enterFreshCode()
  await scheduleRates(former, publishAt)
  await scheduleProduct(former, publishAt)
  const id = randomUUID()
  const content = { ...DRAFT, subject: 'Silver for every day' }
  await former.call(saveNewsletter, { version: 0, content }, id)
  await former.call(scheduleNewsletter, { version: 1, sendAt: publishAt }, id)
  const { staff } = await owner.call(readStaff)
  const entry = staff.find(({ email }) => email === former.email)
  if (!entry) throw new Error(`${former.email} is not a staff member`)
  await owner.call(changeAccess, { isDisabled: true }, entry.id)
}

async function scheduleRates(former: DeskClient, publishAt: string): Promise<void> {
  const { edition: baseEdition, rates: current } = await former.call(readRates)
  const rates = Object.fromEntries(
    current.filter(({ name }) => name === 'diamond').map(({ name, value }) => [name, value + 100_000]),
  )
  const { approval, belowMetalApproval } = await former.call(previewRates, { baseEdition, rates })
  const reason = 'Diamonds, by the new list of the supplier'
  const request = { id: randomUUID(), baseEdition, rates, reason, publishAt, approval, belowMetalApproval }
  await former.call(publishRates, request)
}

async function scheduleProduct(former: DeskClient, publishAt: string): Promise<void> {
  const key = { type: 'rings', id: 801 } as const
  const draftId = randomUUID()
  const { fields } = await former.call(readProductForm, { ...key, draftId: null })
  const before = fields.find(({ column }) => column === 'Description')?.value ?? ''
  const cells = [{ column: 'Description', before, after: `${before} Sized once without charge.` }]
  const reason = 'Sizing without charge, for the weddings'
  await former.call(saveProduct, { ...key, isNew: false, draftId, reason, cells })
  const { approval, belowMetalApproval } = await former.call(readDeskDraft, undefined, draftId)
  await former.call(publishDeskDraft, { publishAt, approval, belowMetalApproval }, draftId)
}
