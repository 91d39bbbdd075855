import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { livePath } from '@grouplight/contract/live.ts'
import { problemSchema } from '@grouplight/contract/problem.ts'
import { expect, test } from 'vitest'
import { Random } from '#testing/fuzz/random.ts'
import { useOwnTestApp } from '#testing/test-app.ts'

const app = useOwnTestApp()

const head = 'POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

test.each([
  ['sends nothing', '', ''],
  [
    'sends headers one by one without end',
    'GET /api/groups HTTP/1.1\r\nHost: localhost\r\n',
    'X-More: more\r\n',
  ],
  ['sends a body byte by byte without end', `${head}Content-Length: 60000\r\n\r\n`, ' '],
  ['sends a body in small chunks without end', `${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
])('a client that %s is disconnected', { concurrent: true, timeout: 90_000 }, async (_, first, again) => {
  const { socket, closed } = openConnection()
  socket.write(first)
  let isOpen = true
  void closed.then(() => {
    isOpen = false
  })
  while (isOpen) {
    if (again && socket.writable) socket.write(again)
    await wait(500)
  }
  expect(await closed).toMatch(/^$|^HTTP\/1.1 4/)
})

test('random bytes cause no response with a 5xx status, and the server keeps working', async () => {
  const chance = new Random(1)
  const upgrade = `GET ${livePath} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`
  for (let round = 0; round < 100; round++) {
    const { socket, closed } = openConnection()
    const start = chance.pick([
      '',
      'GET / HTTP/9.9\r\n\r\n',
      'GET /%00 HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n',
      `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
      `${head}Content-Length: -1\r\n\r\n`,
      upgrade,
      `${upgrade}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\nOrigin: ${app.url}\r\n\r\n`,
    ])
    socket.end(Buffer.concat([Buffer.from(start), chance.bytes(2_000)]))
    expect(await closed).not.toMatch(/^HTTP\/1.1 5/)
  }
  expect((await app.guest().request('GET', '/api/session')).status).toBe(200)
})

test('a client that offers HTTP/2 by an upgrade gets its answer by HTTP/1.1', async () => {
  const { socket, closed } = openConnection()
  socket.write(
    'GET /api/session HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n',
  )
  expect(await closed).toMatch(/^HTTP\/1.1 200 /)
})

test.each([
  ['headers that are too large', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`, 431, 'payload-too-large'],
  ['two Content-Lengths', `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`, 400, 'invalid-input'],
  [
    'both Content-Length and Transfer-Encoding',
    `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
    400,
    'invalid-input',
  ],
])('a request with %s is refused in the format of the API', async (_, text, status, code) => {
  const { socket, closed } = openConnection()
  socket.write(text)
  const [top = '', body = ''] = (await closed).split('\r\n\r\n')
  expect(top).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(top).toContain('x-content-type-options: nosniff')
  expect(problemSchema.parse(JSON.parse(body)).code).toBe(code)
})

test('a live connection that sends unexpected or random data is closed, and other connections still work', async () => {
  const ana = await app.signUp('Ana')
  const [talker, neighbour] = [ana, await ana.onAnotherDevice()]
  const otherScreen = await neighbour.open()
  const chance = new Random(2)
  for (let round = 0; round < 60; round++) {
    const { socket, closed } = await talker.open()
    const text = chance.pick(['', 'pong', '["t"]', '{"__proto__":1}', 'ping ', 'x'.repeat(20_000), '\u0000'])
    const kind = chance.number(3)
    if (kind === 0) socket.send(text)
    else if (kind === 1) socket.send(chance.bytes(300))
    // These bytes are not a valid frame. They are written to the TCP socket, because `send` would put them into a valid frame.
    else Reflect.get(socket, '_socket').write(Buffer.concat([Buffer.from([0x8f]), chance.bytes(300)]))
    expect([1002, 1003, 1006, 1007, 1008, 1009]).toContain(await closed)
  }
  await otherScreen.settled()
})

/** `closed` resolves with all received text when the connection is closed. */
function openConnection(): { socket: Socket; closed: Promise<string> } {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', chunk => chunks.push(chunk))
  socket.on('error', () => {})
  const closed = new Promise<string>(resolve =>
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('latin1'))),
  )
  return { socket, closed }
}
