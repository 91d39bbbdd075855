import { afterAll, expect, test } from 'vitest'
import { allowedAddressesOf, PushClient } from './push-client.ts'

const client = new PushClient()
afterAll(() => client.close())

test.each([
  'https://127.0.0.1/x',
  'https://[::ffff:10.0.0.1]/x',
  // This name resolves to a loopback address.
  'https://localhost/x',
])('if only public addresses are allowed, no connection is made to %s', async endpoint => {
  const push = { headers: { ttl: '60' }, body: Buffer.from('sealed') }
  await expect(client.post(endpoint, 'public', push)).rejects.toThrow('is not allowed')
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/x', 'public'],
  ['https://FCM.googleapis.com:443/x', 'public'],
  ['https://web.push.example.org/x', 'public'],
  ['https://a.b.push.example.org/x', 'public'],
  ['http://127.0.0.1:9000/x', 'named'],
  ['http://127.0.0.1:9001/x', null],
  ['https://127.0.0.1:9000/x', null],
  ['https://push.example.org/x', null],
  ['https://fcm.googleapis.com.evil.org/x', null],
  ['http://fcm.googleapis.com/x', null],
])('for the endpoint %s, the allowed addresses are %s', (endpoint, expected) => {
  const allowed = ['fcm.googleapis.com', '*.push.example.org', 'http://127.0.0.1:9000']
  expect(allowedAddressesOf(endpoint, allowed)).toBe(expected)
})
