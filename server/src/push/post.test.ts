import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessTo } from './allowed-services.ts'
import { PushClient } from './post.ts'
import { isPublic, lookupPublic } from './public-address.ts'

const message = { headers: { ttl: '60' }, body: Buffer.from('sealed') }
let server: Server
let origin: string
let respond: (response: ServerResponse) => void
let paths: string[] = []
const client = new PushClient()
beforeAll(async () => {
  server = createServer((request, response) => {
    paths.push(request.url ?? '')
    respond(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  client.close()
  server.closeAllConnections()
  server.close()
})

describe('a request to a push service', () => {
  test('a redirect of a push service is not followed', async () => {
    paths = []
    respond = response => response.writeHead(307, { location: `${origin}/elsewhere` }).end()
    expect(await client.post(`${origin}/first`, 'named', message)).toMatchObject({ status: 307 })
    await client.post(`${origin}/second`, 'named', message)
    expect(paths).toEqual(['/first', '/second'])
  })

  test('a response of 10 MiB is cut off', async () => {
    let written = 0
    const closed = new Promise<void>(resolve => {
      respond = response => {
        response.writeHead(201).on('close', () => resolve())
        const write = () => {
          while (written < 10 * 1024 * 1024 && !response.destroyed) {
            written += 64 * 1024
            if (!response.write(Buffer.alloc(64 * 1024))) return void response.once('drain', write)
          }
        }
        write()
      }
    })
    expect(await client.post(`${origin}/large`, 'named', message)).toMatchObject({ status: 201 })
    await closed
    expect(written).toBeLessThan(10 * 1024 * 1024)
  })

  test('a request that is not answered is given up after ten seconds', { timeout: 20_000 }, async () => {
    respond = () => {}
    const start = Date.now()
    await expect(client.post(`${origin}/slow`, 'named', message)).rejects.toThrow()
    expect(Date.now() - start).toBeLessThan(12_000)
  })

  test.each([
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://10.0.0.1/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://169.254.169.254/x',
    // This name resolves to a loopback address.
    'https://localhost/x',
  ])('no connection is made to a push service at an address that is not public: %s', async endpoint => {
    await expect(client.post(endpoint, 'public', message)).rejects.toThrow('is not public')
  })
})

test.each([
  ...['127.0.0.1', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254'],
  ...['224.0.0.1', '255.255.255.255', '192.0.2.1', '::', '::1', 'fe80::1', 'fc00::1', '::ffff:8.8.8.8'],
  ...['64:ff9b::a00:1', '2002:a00:1::', '2001::1', 'localhost'],
])('%s is not public', address => {
  expect(isPublic(address)).toBe(false)
})

test.each([
  ['8.8.8.8', 4],
  ['2a00:1450:4001:80e::200e', 6],
] as const)('a lookup returns the public address %s, also as a list', async (address, family) => {
  const one = await new Promise((resolve, reject) =>
    lookupPublic(address, {}, (error, ...found) => (error ? reject(error) : resolve(found))),
  )
  expect(one).toEqual([address, family])
  const all = await new Promise((resolve, reject) =>
    lookupPublic(address, { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
  )
  expect(all).toEqual([{ address, family }])
})

test.each(['8.8.8.8', '2a00:1450:4001:80e::200e'])('%s is public', address => {
  expect(isPublic(address)).toBe(true)
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
])('the access to %s is %s', (endpoint, expected) => {
  const allowed = ['fcm.googleapis.com', '*.push.example.org', 'http://127.0.0.1:9000']
  expect(accessTo(endpoint, allowed)).toBe(expected)
})
