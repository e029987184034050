/** The client's IP address, by which rate limits count. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

interface Hops {
  /** The other end of the connection; undefined for a request without one. */
  readonly peer: string | undefined
  /** X-Forwarded-For: each proxy appends the address that it was called from. */
  readonly forwardedFor: string | undefined
  /** The number of our own proxies. Entries further left can be forged by the client. */
  readonly proxyHops: number
}

/** In canonical form; falls back to the peer if the proxy's entry is not an IP address. */
export function clientAddress({ peer = 'unknown', forwardedFor = '', proxyHops }: Hops): string {
  const candidate = proxyHops > 0 ? forwardedFor.split(',').slice(-proxyHops)[0] : undefined
  return canonicalAddress(candidate ?? '') ?? canonicalAddress(peer) ?? peer
}

/** Some proxies add the port: `192.0.2.1:40001`, `[2001:db8::1]:40001`. */
const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+))(?::\d{1,5})?$/
/** An IPv6 address with brackets, zone and port is shorter. */
const LENGTH_MAX = 100

function canonicalAddress(candidate: string): string | undefined {
  const text = candidate.trim()
  if (text.length > LENGTH_MAX) return undefined
  const { v4, v6 } = WITH_PORT.exec(text)?.groups ?? {}
  const address = v6 ?? v4 ?? text
  // ipaddr.process also accepts forms that no proxy writes, such as a single number.
  const version = isIP(address)
  if (version === 0) return undefined
  return version === 4 ? address : ipaddr.process(address).toString()
}
