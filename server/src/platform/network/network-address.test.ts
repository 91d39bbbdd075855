import { expect, test } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { check, consume, refund } from '#platform/limits/limits.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { maskedAddress, networkOf, widerKeyOf } from './network-address.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['no address at all', 'no address at all'],
])('limits count the address %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['192.0.2.1', '192.0.2.0/24'],
  ['::ffff:192.0.2.1', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
])('%s is logged as %s', (address, masked) => {
  expect(maskedAddress(address)).toBe(masked)
})

const app = useTestApp()

test.each([
  ['sign-up:2001:db8:1:2::/64', 'sign-up:2001:db8:1::/48'],
  ['2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['wrong 2001:db8:1:2::/64', 'wrong 2001:db8:1::/48'],
  ['code from:192.0.2.1', null],
  ['sign-in at:2001:db8:1:2::/64 ana@example.org', null],
  ['reset:ana@example.org', null],
])('attempts of %s also count for %s', (key, wider) => {
  expect(widerKeyOf(key)).toBe(wider)
})

test('the networks of one owner of IPv6 addresses share ten times the allowance of one network', async () => {
  const limitOf = (network: string) => ({ key: `code from:${network}`, most: 3, windowMs: minuteMs })
  const guess = async (n: number) => (await consume(app.services, limitOf(`2001:db8:1:${n}::/64`))).allowed
  const results: boolean[] = []
  for (let n = 0; n < 45; n++) results.push(await guess(n))
  expect(results.filter(Boolean)).toHaveLength(30)
  expect(await check(app.services, limitOf('2001:db8:1:99::/64'))).toMatchObject({ allowed: false })
  expect(await check(app.services, limitOf('2001:db8:2:99::/64'))).toMatchObject({ allowed: true })
  for (let n = 0; n < 16; n++) await refund(app.services, `code from:2001:db8:1:${n}::/64`)
  expect(await guess(100)).toBe(true)
})
