import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

/** The app on a phone: set up with the key that the page shows. */
interface Authenticator {
  /** Each code is accepted once, so it waits for an unused one. */
  nextCode(): Promise<string>
}

/** Call it on the page that shows the key. */
export async function scan(page: Page): Promise<Authenticator> {
  const key = (await page.locator('code').textContent()) ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  let used = ''
  return {
    async nextCode() {
      // The server also accepts the code of the next period, because clocks differ.
      const codes = () => [0, 1].map((ahead) => totp.generate({ timestamp: Date.now() + ahead * 30_000 }))
      const unused = () => codes().slice(codes().indexOf(used) + 1)[0]
      await expect.poll(unused, { timeout: 40_000 }).toBeDefined()
      used = unused() ?? ''
      return used
    },
  }
}
