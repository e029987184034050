import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

/** The app on a phone: opens with the key that the page shows. */
interface Authenticator {
  /** Each code is accepted once, so it waits for one that was not used. */
  nextCode(): Promise<string>
}

/** On the page that shows its key. */
export async function scan(page: Page): Promise<Authenticator> {
  const key = (await page.locator('code').textContent()) ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  let used = ''
  return {
    async nextCode() {
      // The server also accepts the code of the next period, as clocks differ.
      const codes = () => [0, 1].map((ahead) => totp.generate({ timestamp: Date.now() + ahead * 30_000 }))
      const unused = () => codes().slice(codes().indexOf(used) + 1)[0]
      await expect.poll(unused, { timeout: 40_000 }).toBeDefined()
      used = unused() ?? ''
      return used
    },
  }
}
