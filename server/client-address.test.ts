import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

const PROXY = '10.0.0.9'
const addressOf = (forwardedFor: string | undefined, proxyHops: number, peer = PROXY) =>
  clientAddress({ peer, forwardedFor, proxyHops })

test('without a proxy the header is ignored', () => {
  expect(addressOf('198.51.100.7', 0, '203.0.113.5')).toBe('203.0.113.5')
})

test.each([
  ['one proxy', 1, '192.0.2.66, 198.51.100.7', '198.51.100.7'],
  ['two proxies', 2, '192.0.2.66, 198.51.100.7, 10.0.0.8', '198.51.100.7'],
  ['two proxies, one of which was bypassed', 2, '198.51.100.7', '198.51.100.7'],
])('behind %s the client’s address is the entry of the outermost proxy', (_, hops, header, address) => {
  expect(addressOf(header, hops)).toBe(address)
})

test.each([
  ['198.51.100.7:40001', '198.51.100.7'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:40001', '2001:db8::1'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
])('the entry %s is %s', (entry, address) => {
  expect(addressOf(entry, 1)).toBe(address)
})

test.each([undefined, '', ',', 'unknown', '_hidden', '1', '300.1.1.1', '010.0.0.1', 'a'.repeat(15_000)])(
  'falls back to the peer for an invalid entry: %s',
  (entry) => {
    expect(addressOf(entry, 1)).toBe(PROXY)
  },
)

test('an IPv4-mapped IPv6 peer is written as IPv4', () => {
  expect(addressOf(undefined, 0, '::ffff:203.0.113.5')).toBe('203.0.113.5')
})
