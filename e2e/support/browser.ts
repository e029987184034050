import { existsSync } from 'node:fs'

/** Takes half the time of a full browser. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const INSTALLED = [HEADLESS_SHELL, '/usr/bin/chromium', '/usr/bin/google-chrome']

/** The installed Chromium; undefined if there is none, to use Playwright's own download. */
export function browserPath(): string | undefined {
  return process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path))
}
