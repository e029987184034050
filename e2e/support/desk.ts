/** The desk of a separate server. */
import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { UNATTENDED_HEADER } from '#contract/desk/endpoint.ts'
import { expectGoodLayout } from './accessibility.ts'
import type { LanServer } from './lan-server.ts'
import { brokenWords, cutChoices, horizontalOverflow } from './layout.ts'
import { emailsTo } from './mailbox.ts'

/** Uses the link that the server printed on startup, without its screens; the page is then signed in. */
export async function enrolOwner(page: Page, server: LanServer): Promise<Access> {
  const token = tokenIn(await ownerLink(server))
  return enrol(page, { token, email: 'meera@example.in', name: 'Meera Iyer' })
}

/** It is printed after the server is ready. */
export async function ownerLink(server: LanServer): Promise<string> {
  const printed = () => /http\S+\/desk\/enrol#\S+/.exec(server.printed())?.[0] ?? ''
  await expect.poll(printed, { timeout: 20_000 }).not.toBe('')
  return printed()
}

/** Invited by the owner who is signed in on the other page. */
export async function enrolManager(page: Page, server: LanServer, owner: Page): Promise<void> {
  const email = 'ravi@example.in'
  const invited = await owner.request.post('/api/desk/invitations', { data: { email, role: 'manager' } })
  expect(invited.status()).toBe(200)
  const [invitation] = await emailsTo(email, 1, server.sandboxUrl)
  await enrol(page, { token: tokenIn(invitation?.text ?? ''), email, name: 'Ravi Menon' })
}

function tokenIn(text: string): string {
  return /\/desk\/enrol#(\S+)/.exec(text)?.[1] ?? ''
}

interface NewStaff {
  readonly token: string
  readonly email: string
  readonly name: string
}

interface Access {
  /** For an app whose first code was already used. */
  readonly totp: TOTP
  readonly backupCodes: readonly string[]
}

const PASSWORD = 'navratna-1995'

async function enrol({ request }: Page, { token, email, name }: NewStaff): Promise<Access> {
  const { secret } = await (await request.post('/api/desk/enrolment', { data: { token } })).json()
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const data = { token, email, name, password: PASSWORD, code: totp.generate() }
  const completed = await request.post('/api/desk/enrolment/complete', { data })
  expect(completed.status()).toBe(200)
  return { totp, backupCodes: (await completed.json()).backupCodes }
}

/** Without the fresh code of an enrolment. */
export async function signInByBackupCode({ request }: Page, backupCode: string): Promise<void> {
  await request.post('/api/desk/sign-out')
  const data = { email: 'meera@example.in', password: PASSWORD, code: backupCode }
  expect((await request.post('/api/desk/sign-in', { data })).status()).toBe(200)
}

/** The first data of a linked screen is loaded while the pointer rests on the link, and not again after the press. */
export async function expectPreloaded(page: Page, link: Locator): Promise<void> {
  const calls: Request[] = []
  const collect = (request: Request) => {
    const isCall = new URL(request.url()).pathname.startsWith('/api/desk/')
    if (isCall && !request.headers()[UNATTENDED_HEADER]) calls.push(request)
  }
  page.on('request', collect)
  await link.hover()
  await expect
    .poll(async () => calls.length > 0 && (await Promise.all(calls.map((each) => each.response()))).length)
    .toBeTruthy()
  const preloaded = calls.length
  const name = await link.innerText()
  await link.click()
  await expect(page.getByRole('main').locator('.animate-pulse, [aria-busy]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  expect(calls.slice(preloaded).map((each) => new URL(each.url()).pathname)).toEqual([])
  page.off('request', collect)
}

/** Excludes order and payment numbers and e-mail addresses, which are longer than a line of large text. */
const PLAIN_WORDS = /(?<![\p{L}\d_@]|[\p{L}\d]\.)\p{Lu}?\p{Ll}+(?![\p{L}\d_@]|\.[\p{L}\d])/gu

/** On a phone, also with doubled text size, a tablet and a desktop: packers use any of them, by touch. */
export async function expectGoodDeskLayout(page: Page): Promise<void> {
  await page.setViewportSize(PHONE)
  expect(await horizontalOverflow(page, { textScale: 2 })).toBe(0)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await brokenWords(page, PLAIN_WORDS)).toEqual([])
  expect(await cutChoices(page)).toEqual([])
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await expectGoodLayout(page, true)
  }
}

export async function expectGoodDarkDesk(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectGoodLayout(page, false)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Opens it by keyboard: it takes the focus, fits a phone in both orientations, and Escape returns the focus. */
export async function expectGoodDialog(page: Page, opener: Locator): Promise<void> {
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  for (const size of [PHONE, PHONE_ON_ITS_SIDE, DESKTOP]) {
    await page.setViewportSize(size)
    await expect(dialog).toBeInViewport({ ratio: 1 })
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    // Overflowing content can be scrolled into view.
    await dialog.getByRole('button').last().scrollIntoViewIfNeeded()
    await expect(dialog.getByRole('button').last()).toBeInViewport({ ratio: 1 })
  }
  await expectGoodDarkDesk(page)
  await page.setViewportSize(PHONE)
  await expectGoodLayout(page, true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

const PHONE = { width: 390, height: 844 }
const PHONE_ON_ITS_SIDE = { width: 844, height: 390 }
const DESKTOP = { width: 1280, height: 844 }
