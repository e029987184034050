/** The tests' requirements of the machine, and their installation. */
import { existsSync } from 'node:fs'
import type { Browser } from 'playwright'
import { browserPath, HEADLESS_SHELL } from '../../e2e/support/browser.ts'
import { run, print, secondsSince } from '../console.ts'

/** True if the packages are now installed: only for root on Debian and derivatives. */
export async function installDebianPackages(packages: readonly string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const startedAt = performance.now()
  print(`Installing ${packages.join(', ')} with apt-get…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  const { code, output } = await run(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
    { env },
  )
  print(code === 0 ? `Installed in ${secondsSince(startedAt)}.` : output)
  return code === 0
}

/** A browser for the end-to-end tests: the machine's own, Debian's, or Playwright's. False if none is available. */
export async function installBrowser(): Promise<boolean> {
  if (process.env.CHROMIUM_PATH || existsSync(HEADLESS_SHELL)) return true
  // Even with a full browser, which takes twice the time. Without a font that has ₹ and Devanagari, pages measure and
  // look wrong.
  await installDebianPackages(['chromium-headless-shell', 'fonts-noto-core'])
  if (browserPath()) return true
  print('Fetching a browser with Playwright…')
  const { code, output } = await run('playwright', ['install', 'chromium'])
  if (code !== 0) print(output)
  return code === 0
}

export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  await installBrowser()
  const { chromium } = await import('playwright')
  const executablePath = browserPath()
  return chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox', ...args] })
}
