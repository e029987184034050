/**
 * The origins the shop may be open under: its own, and, when it runs on this machine, the other spelling of
 * localhost.
 */
export function shopOrigins(shopUrl: string): string[] {
  const url = new URL(shopUrl)
  const spellings = [url.hostname]
  if (url.hostname === 'localhost') spellings.push('127.0.0.1')
  if (url.hostname === '127.0.0.1') spellings.push('localhost')
  return spellings.map((host) => `${url.protocol}//${host}${url.port ? `:${url.port}` : ''}`)
}
