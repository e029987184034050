import { expect } from '@playwright/test'
import * as z from 'zod/mini'
import { within } from './slow.ts'

const Letters = z.array(z.object({ subject: z.string(), text: z.string(), html: z.string() }))
export type Letter = z.infer<typeof Letters>[number]

/** What the shop has written to an address, newest first; waits until there are `atLeast` so many. */
export async function emailsTo(email: string, atLeast: number): Promise<Letter[]> {
  let letters: Letter[] = []
  const address = `${process.env.E2E_SANDBOX_URL}/mailbox.json?to=${encodeURIComponent(email)}`
  await expect
    .poll(
      async () => {
        letters = Letters.parse(await (await fetch(address)).json())
        return letters.length
      },
      { message: `letters to ${email}`, ...within(30) },
    )
    .toBeGreaterThanOrEqual(atLeast)
  return letters
}
