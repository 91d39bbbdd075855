import dns from 'node:dns'
import { afterEach, expect, test, vi } from 'vitest'
import { hasAllowedAddress, inRange, isPrivate, isPublic, lookupAllowed } from './addresses.ts'
import { lookupFor } from './look-up.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  ...['127.0.0.1', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254'],
  ...['224.0.0.1', '255.255.255.255', '192.0.2.1', '::', '::1', 'fe80::1', 'fc00::1', '::ffff:8.8.8.8'],
  ...['64:ff9b::a00:1', '2002:a00:1::', '2001::1', '168.63.129.16', 'localhost', '::127.0.0.1', '::7f00:1'],
])('%s is not public', address => {
  expect(isPublic(address)).toBe(false)
})

test.each(['8.8.8.8', '2a00:1450:4001:80e::200e'])('%s is public', address => {
  expect(isPublic(address)).toBe(true)
})

test.each(['10.1.2.3', '172.31.0.1', '192.168.1.1', '100.64.0.1', 'fd12::1'])('%s is private', address => {
  expect(isPrivate(address)).toBe(true)
})

test.each([
  ...['8.8.8.8', '127.0.0.1', '::1', '0.0.0.0', '169.254.169.254', 'fe80::1', '224.0.0.1', '172.32.0.1'],
  ...['::ffff:10.0.0.1', '64:ff9b::a00:1', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254', 'printer'],
])('%s is not private', address => {
  expect(isPrivate(address)).toBe(false)
})

test.each([
  ['192.168.1.0/24', '192.168.1.77', true],
  ['192.168.1.0/24', '192.168.2.1', false],
  ['192.168.1.0/24', '::ffff:192.168.1.77', false],
  ['fd12::/16', 'fd12:1::1', true],
  ['fd12::/16', 'fd13::1', false],
])('the range %s contains %s: %s', (range, address, expected) => {
  expect(inRange(range)(address)).toBe(expected)
})

test.each([
  ['8.8.8.8', 4],
  ['2a00:1450:4001:80e::200e', 6],
] as const)(
  'a lookup that finds %s returns this address, and a lookup with `all` returns a list with this address',
  async (address, family) => {
    const lookup = lookupAllowed(isPublic, (_host, _options, found) => found(null, [{ address, family }]))
    const one = await new Promise((resolve, reject) =>
      lookup('hook.example', {}, (error, ...found) => (error ? reject(error) : resolve(found))),
    )
    expect(one).toEqual([address, family])
    const all = await new Promise((resolve, reject) =>
      lookup('hook.example', { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
    )
    expect(all).toEqual([{ address, family }])
  },
)

test('a lookup leaves out the addresses that are not allowed', async () => {
  addressesOf('10.0.0.1', '93.184.215.14', '127.0.0.1')
  const found = await new Promise((resolve, reject) =>
    lookupAllowed(isPublic, lookupFor('ana'))('hook.example', { all: true }, (error, all) =>
      error ? reject(error) : resolve(all),
    ),
  )
  expect(found).toEqual([{ address: '93.184.215.14', family: 4 }])
})

test.each([
  ['https://93.184.215.14/x', true],
  ['https://2130706433/x', false],
  ['https://0177.0.0.1/x', false],
  ['https://0x7f.1/x', false],
  ['https://[::1]/x', false],
  ['https://[::ffff:127.0.0.1]/x', false],
  ['https://[2a00:1450:4001:80e::200e]/x', true],
])('the host of %s has a public address: %s', async (url, expected) => {
  expect(await hasAllowedAddress(new URL(url), isPublic, 'ana')).toBe(expected)
})

test('a host name has a public address if at least one of its addresses is public, and has none if it is unknown', async () => {
  addressesOf('127.0.0.1')
  expect(await hasAllowedAddress(new URL('https://hook.example/x'), isPublic, 'ana')).toBe(false)
  addressesOf('127.0.0.1', '93.184.215.14')
  expect(await hasAllowedAddress(new URL('https://hook.example/x'), isPublic, 'ana')).toBe(true)
  vi.spyOn(dns.promises.Resolver.prototype, 'resolve4').mockRejectedValue(new Error('ENOTFOUND'))
  expect(await hasAllowedAddress(new URL('https://unknown.invalid/x'), isPublic, 'ana')).toBe(false)
})

function addressesOf(...addresses: string[]): void {
  vi.spyOn(dns.promises.Resolver.prototype, 'resolve4').mockImplementation((async () => addresses) as never)
  vi.spyOn(dns.promises.Resolver.prototype, 'resolve6').mockRejectedValue(new Error('ENODATA'))
}
