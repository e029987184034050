/** The desk of a shop of its own. */
import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectGoodLayout } from './accessibility.ts'
import type { LanShop } from './lan-shop.ts'

/** By the link that the shop printed when it opened, without the screens of it; the page is signed in afterwards. */
export async function enrolOwner({ request }: Page, shop: LanShop): Promise<void> {
  const token = /\/desk\/enrol#(\S+)/.exec(shop.printed())?.[1]
  const { secret } = await (await request.post('/api/desk/enrolment', { data: { token } })).json()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const data = { token, email: 'meera@example.in', name: 'Meera Iyer', password: 'navratna-1995', code }
  expect((await request.post('/api/desk/enrolment/complete', { data })).status()).toBe(200)
}

/** On a phone, a tablet and a desktop: a packer uses any of them, with a finger. */
export async function expectGoodDeskLayout(page: Page): Promise<void> {
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await expectGoodLayout(page, true)
  }
}
