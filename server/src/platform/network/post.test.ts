import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { resolveTo } from '#testing/resolve-to.ts'
import { hasAllowedAddress, isPublic } from './addresses.ts'
import { get } from './get.ts'
import { post } from './post.ts'

const message = { headers: { 'content-type': 'text/plain' }, body: 'grüß' }
const owner = 'ana'
let server: Server
let port: number
let origin: string
const respondTo = new Map<string, (response: ServerResponse) => void>()
let requests: string[] = []
let bodies: string[] = []
beforeAll(async () => {
  server = createServer(async (request, response) => {
    requests.push(request.url ?? '')
    bodies.push(Buffer.concat(await request.toArray()).toString())
    respondTo.get(request.url ?? '')?.(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  origin = `http://127.0.0.1:${port}`
})
afterEach(() => {
  vi.restoreAllMocks()
  requests = []
  bodies = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('a message is posted, and the result has the status code and the header Retry-After of the response', async () => {
  respondTo.set('/busy', response => response.writeHead(429, { 'retry-after': '20' }).end('the body'))
  expect(await post(`${origin}/busy`, message, { owner })).toEqual({ status: 429, retryAfter: '20' })
  expect(bodies).toEqual(['grüß'])
})

test.each([301, 302, 303, 307, 308])('a redirect with %i is not followed', async status => {
  respondTo.set('/first', response => response.writeHead(status, { location: `${origin}/elsewhere` }).end())
  expect(await post(`${origin}/first`, message, { owner })).toMatchObject({ status })
  expect(requests).toEqual(['/first'])
})

test('a short file is read, but no redirect is followed, and nothing else is taken for the file', async () => {
  respondTo.set('/file', response => response.end('grüß'))
  respondTo.set('/moved', response => response.writeHead(302, { location: `${origin}/file` }).end())
  respondTo.set('/failed', response => response.writeHead(500).end('the body'))
  respondTo.set('/endless', response => {
    const write = () => void (response.destroyed || response.write('x'.repeat(1024), write))
    write()
  })
  expect(await get(`${origin}/file`, { owner })).toBe('grüß')
  for (const path of ['/moved', '/failed', '/endless'])
    await expect(get(origin + path, { owner }), path).rejects.toThrow('the response cannot be used')
  await expect(get(`${origin}/file`, { owner, isAllowed: isPublic })).rejects.toThrow('is not allowed')
  expect(requests).toEqual(['/file', '/moved', '/failed', '/endless'])
})

test('a request to a receiver that switches to another protocol fails immediately', async () => {
  const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'
  respondTo.set('/switching', response => response.socket?.write(switching))
  await expect(post(`${origin}/switching`, message, { owner })).rejects.toThrow('has sent no response')
})

test('a response of 10 MiB is cut off', async () => {
  let written = 0
  const closed = new Promise<void>(resolve => {
    respondTo.set('/large', response => {
      response.writeHead(201).on('close', () => resolve())
      const write = () => {
        while (written < 10 * 1024 * 1024 && !response.destroyed) {
          written += 64 * 1024
          if (!response.write(Buffer.alloc(64 * 1024))) return void response.once('drain', write)
        }
      }
      write()
    })
  })
  expect(await post(`${origin}/large`, message, { owner })).toMatchObject({ status: 201 })
  await closed
  expect(written).toBeLessThan(10 * 1024 * 1024)
})

describe.concurrent('a slow receiver', () => {
  test('a request that is not answered is given up after ten seconds', async () => {
    respondTo.set('/silent', () => {})
    await expect(post(`${origin}/silent`, message, { owner })).rejects.toThrow('does not respond')
  })

  test('the connection of a response that never ends is closed after ten seconds', async () => {
    const closed = new Promise<void>(resolve => {
      respondTo.set('/endless', response => {
        const drip = setInterval(() => response.write('.'), 50)
        response.writeHead(200).on('close', () => {
          clearInterval(drip)
          resolve()
        })
      })
    })
    expect(await post(`${origin}/endless`, message, { owner })).toMatchObject({ status: 200 })
    await closed
  })
})

describe('the check of addresses', () => {
  test.each([
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0177.0.0.1/x',
    'https://[::1]/x',
    'https://10.0.0.1/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://169.254.169.254/x',
    // This name resolves to a loopback address.
    'https://localhost/x',
  ])('no connection is made to %s', async address => {
    await expect(post(address, message, { isAllowed: isPublic, owner })).rejects.toThrow('is not allowed')
  })

  test('no connection is made to a name whose address was allowed at an earlier check, but is not allowed now', async () => {
    const resolver = resolveTo('93.184.215.14', '127.0.0.1')
    const address = `http://rebinding.example:${port}/x`
    expect(await hasAllowedAddress(new URL(address), isPublic, owner)).toBe(true)
    await expect(post(address, message, { isAllowed: isPublic, owner })).rejects.toThrow('is not allowed')
    expect(resolver).toHaveBeenCalledTimes(2)
    expect(requests).toEqual([])
  })

  test('the connection is made to the address that was checked, after a single lookup', async () => {
    const resolver = resolveTo('127.0.0.1', '192.0.2.1')
    respondTo.set('/pinned', response => response.end())
    const isAllowed = (address: string) => address === '127.0.0.1'
    expect(await post(`http://pinned.example:${port}/pinned`, message, { isAllowed, owner })).toMatchObject({
      status: 200,
    })
    expect(resolver).toHaveBeenCalledTimes(1)
  })
})
