import { existsSync } from 'node:fs'

/** Chromium without a window's parts draws the same pages in half the time. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome']

/** The machine's own Chromium where there is one; undefined leaves it to Playwright's download. */
export function browserPath(): string | undefined {
  return process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path))
}
