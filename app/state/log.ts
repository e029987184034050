/** Errors that are logged and not shown (`8.lists.logged`). */
import type { CallError } from '#app/api.ts'

export function logError(what: string, { status, code }: CallError): void {
  // oxlint-disable-next-line no-console -- the browser's console is the log of a page
  console.info(`${what}: ${status} ${code}`)
}
