/** Trouble that the specification wants logged and not shown (section 8). */
import type { CallTrouble } from '#app/api.ts'

export function logTrouble(what: string, { status, code }: CallTrouble): void {
  // oxlint-disable-next-line no-console -- the browser's console is the log of a page
  console.info(`${what}: ${status} ${code}`)
}
