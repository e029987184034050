import { existsSync } from 'node:fs'

/** The headless shell takes half the time. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome']

/** The installed Chromium; undefined where there is none, for Playwright's own download. */
export function browserPath(): string | undefined {
  return process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path))
}
