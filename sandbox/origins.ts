/** The shop's origin and, if it runs on this machine, the same with the other name of localhost. */
export function shopOrigins(shopUrl: string): string[] {
  const url = new URL(shopUrl)
  const hostnames = [url.hostname]
  if (url.hostname === 'localhost') hostnames.push('127.0.0.1')
  if (url.hostname === '127.0.0.1') hostnames.push('localhost')
  return hostnames.map((hostname) => `${url.protocol}//${hostname}${url.port ? `:${url.port}` : ''}`)
}
