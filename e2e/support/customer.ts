import type { Page } from '@playwright/test'
import { expect } from './test.ts'

export interface Customer {
  readonly name: string
  readonly email: string
  readonly password: string
}

const PASSWORD = 'kundan-1995'

/** A new customer: every test has its own customer, cart and mailbox. */
export function newCustomer(): Customer {
  return { name: 'Asha Verma', email: `asha.${crypto.randomUUID()}@example.in`, password: PASSWORD }
}

/** A customer whom `placePaidOrder` has registered. */
export async function signInCustomer(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).not.toHaveURL(/\/login/)
}
