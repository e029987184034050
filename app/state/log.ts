import type { CallError } from '#app/api.ts'

/** For errors that the shopper does not see (`8.lists.logged`). */
export function logError(message: string, { status, code }: CallError): void {
  // oxlint-disable-next-line no-console -- the browser's console is the log of a page
  console.info(`${message}: ${status} ${code}`)
}
