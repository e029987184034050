import { expect } from '@playwright/test'
import * as z from 'zod/mini'
import { within } from './slow.ts'

const Emails = z.array(z.object({ subject: z.string(), text: z.string(), html: z.string() }))
export type Email = z.infer<typeof Emails>[number]

/** Waits for `atLeast` emails to the address; returns them newest first. */
export async function emailsTo(
  email: string,
  atLeast: number,
  sandboxUrl = process.env.E2E_SANDBOX_URL,
): Promise<Email[]> {
  let emails: Email[] = []
  const address = `${sandboxUrl}/mailbox.json?to=${encodeURIComponent(email)}`
  await expect
    .poll(
      async () => {
        emails = Emails.parse(await (await fetch(address)).json())
        return emails.length
      },
      { message: `emails to ${email}`, ...within(30) },
    )
    .toBeGreaterThanOrEqual(atLeast)
  return emails
}
