import { existsSync } from 'node:fs'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/google-chrome']

/** The machine's own Chromium where there is one; undefined leaves it to Playwright's download. */
export function browserPath(): string | undefined {
  return process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path))
}
