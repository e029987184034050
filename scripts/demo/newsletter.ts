/** Subscribers, a newsletter sent to them, a scheduled one, and a draft of the next. */
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { confirmSubscription, subscribe } from '#contract/subscriptions.ts'
import {
  readNewsletter,
  saveNewsletter,
  scheduleNewsletter,
  sendNewsletter,
  type NewsletterFields,
} from '#contract/desk/newsletters.ts'
import { addMs, DAY_MS, indiaDate } from '#domain/time.ts'
import { until, type DeskClient } from './staff.ts'

interface Readers {
  readonly siteUrl: string
  readonly sandboxUrl: string
  readonly manager: DeskClient
}

/** Fewer than one batch of the sender, because the clock of a demo stands still while it works. */
const SUBSCRIBERS = 18

const SENT: NewsletterFields = {
  subject: 'The Diwali collection',
  teaser: 'New kundan, and a ring of moonlight',
  greeting: 'Namaste,',
  text: `The evenings are drawing in, and in our workshop in New Delhi the lamps are lit early. Our karigars have finished the pieces that we began in the monsoon: kundan set in pure gold foil, a rope chain twisted by hand, and a solitaire that holds its diamond as lightly as a breath.

If you are in the city, come and see them. We would be glad to pour you a cup of chai.`,
  pieces: ['sets-901', 'necklaces-602', 'tops-1', 'rings-801', 'chains-302'],
  closing: 'With warm regards,\nMeera Iyer',
  button: 'necklaces',
}

export const DRAFT: NewsletterFields = {
  ...SENT,
  subject: 'Bangles that sing together',
  teaser: 'For the weddings of this winter',
  text: 'One bangle is silent. Two begin to speak, and a wrist full of them tells the whole house that the bride has come.',
  pieces: ['bangles-101', 'bangles-102', 'bangles-103'],
  button: 'bangles',
}

const SCHEDULED: NewsletterFields = {
  ...SENT,
  subject: 'For the first night of the wedding',
  teaser: 'Maang tikkas, jhumkas and a nath',
  pieces: ['sets-901', 'tops-1'],
  button: 'sets',
}
const SCHEDULED_IN_DAYS = 3

const Emails = z.array(z.object({ text: z.string() }))

/** Returns the number of subscribers. */
export async function sendDemoNewsletter({ siteUrl, sandboxUrl, manager }: Readers): Promise<number> {
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', origin: siteUrl }
    const response = await fetch(siteUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
  }
  for (let reader = 1; reader <= SUBSCRIBERS; reader += 1) {
    const email = `reader-${reader}@example.in`
    await post(subscribe.path, { email })
    const token = await until('the confirmation', async () => {
      const emails = Emails.parse(await (await fetch(`${sandboxUrl}/mailbox.json?to=${email}`)).json())
      return /confirm\?token=([\w-]+)/.exec(emails[0]?.text ?? '')?.[1]
    })
    await post(confirmSubscription.path, { token })
  }
  await manager.signIn()
  await manager.enterFreshCode()
  const id = randomUUID()
  await manager.call(saveNewsletter, { version: 0, content: SENT }, id)
  await manager.call(sendNewsletter, { version: 1, recipients: SUBSCRIBERS }, id)
  await until('the newsletter', async () => {
    const { state } = await manager.call(readNewsletter, undefined, id)
    return state === 'sent' ? state : undefined
  })
  const later = randomUUID()
  await manager.call(saveNewsletter, { version: 0, content: SCHEDULED }, later)
  const sendAt = `${indiaDate(addMs(new Date(), SCHEDULED_IN_DAYS * DAY_MS))}T10:00`
  await manager.call(scheduleNewsletter, { version: 1, sendAt }, later)
  await manager.call(saveNewsletter, { version: 0, content: DRAFT }, randomUUID())
  return SUBSCRIBERS
}
