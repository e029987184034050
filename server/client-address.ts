/** The address of the visitor, which limits count by. */
import ipaddr from 'ipaddr.js'

interface Hops {
  /** Of the other end of the connection; undefined for a request without one. */
  readonly peer: string | undefined
  /** X-Forwarded-For: each proxy adds the address that it was called from at the end. */
  readonly forwardedFor: string | undefined
  /** Proxies of ours in front of the server. What stands further left was written by the visitor. */
  readonly proxyHops: number
}

/** An address in canonical form; the peer's where the proxy's note cannot be read. */
export function clientAddress({ peer = 'unknown', forwardedFor = '', proxyHops }: Hops): string {
  const noted = proxyHops > 0 ? forwardedFor.split(',').slice(-proxyHops)[0] : undefined
  return canonical(noted ?? '') ?? canonical(peer) ?? peer
}

/** Some proxies note the port as well: `192.0.2.1:40001`, `[2001:db8::1]:40001`. */
const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+))(?::\d{1,5})?$/
/** An IPv6 address with brackets, zone and port is shorter. */
const LENGTH_MAX = 100

function canonical(noted: string): string | undefined {
  const text = noted.trim()
  if (text.length > LENGTH_MAX) return undefined
  const { v4, v6 } = WITH_PORT.exec(text)?.groups ?? {}
  const address = v6 ?? v4 ?? text
  // The library also takes forms that no proxy writes, such as a lone number.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
  return isAddress ? ipaddr.process(address).toString() : undefined
}
