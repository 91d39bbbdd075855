import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { livePath } from '@grouplight/contract/live.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AnswerLimits, createAnsweringServer } from '#platform/http/answer-limits.ts'
import { api } from '#testing/api.ts'
import { useOwnTestApp } from '#testing/test-app.ts'

const largest = '/api/docs/static/swagger-ui-bundle.js'
const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const upgrade = `GET ${livePath} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`

describe('a hundred clients that never read their answers', () => {
  const app = useOwnTestApp()

  test('are disconnected whatever they send, and others toggle meanwhile', { timeout: 240_000 }, async () => {
    const ana = await app.signUp('Ana')
    const { id: groupId } = await app.groupOf(ana)
    const before = await openConnections()
    const texts = [
      requestFor(largest).repeat(40),
      requestFor(largest).repeat(6),
      requestFor(largest).repeat(6) + requestFor(largest).slice(0, 9),
      `${requestFor(largest).repeat(6)}\r\nx\r\n`,
      requestFor(largest).repeat(6) + upgrade,
    ]
    const sockets = Array.from({ length: 100 }, (_, n) => openUnread(app.url, texts[n % texts.length] ?? ''))
    await Promise.all(sockets.map(socket => once(socket, 'connect')))
    const params = { groupId, userId: ana.userId }
    for (const status of [false, true]) await ana.ok(api.setAvailability, { params, body: { status } })
    // The clients that send only complete requests stay for the idle time at least.
    await vi.waitFor(async () => expect(await openConnections()).toBeGreaterThanOrEqual(before + 40))
    // The idle time may begin again a few times, while the buffers of the operating system take a part of the answers.
    const isOver = async () => expect(await openConnections()).toBeLessThan(before + 10)
    await vi.waitFor(isOver, { timeout: 180_000, interval: 500 })
    for (const socket of sockets) socket.destroy()
  })

  async function openConnections(): Promise<number> {
    const { body } = await app.guest().request('GET', '/metrics')
    return Number(/^grouplight_open_connections (\d+)$/m.exec(String(body))?.[1])
  }
})

describe('with short limits', () => {
  let server: Server
  let opened: number
  let asked: number
  beforeEach(() => {
    opened = 0
    asked = 0
  })
  afterEach(() => {
    server.close()
    server.closeAllConnections()
  })

  const content = Buffer.alloc(32 * 1024 * 1024)

  async function serve(limits: Partial<AnswerLimits>): Promise<string> {
    const all = { idleMs: 60_000, totalMs: 60_000, bytesPerSecond: 1, pipelined: 8, ...limits }
    server = createAnsweringServer(
      {},
      ({ url }, response) => {
        asked++
        if (url === '/file') response.setHeader('content-length', content.length).end(content)
      },
      all,
    )
    server.on('connection', () => opened++)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test('a client that reads nothing is disconnected after the idle time', async () => {
    const url = await serve({ idleMs: 100 })
    const socket = openUnread(url, requestFor('/file'))
    await allClosed()
    socket.destroy()
  })

  test('a client that reads slowly gets its whole answer, even if this takes longer than the idle time', async () => {
    const url = await serve({ idleMs: 300 })
    const response = await fetch(`${url}/file`)
    let read = 0
    for await (const chunk of response.body ?? []) read += chunk.length
    expect(read).toBe(content.length)
  })

  test('a client that reads, but too slowly, is disconnected after the total time', async () => {
    const url = await serve({ totalMs: 300, bytesPerSecond: Number.POSITIVE_INFINITY })
    const socket = openUnread(url, requestFor('/file'))
    const timer = setInterval(() => socket.read(1), 20)
    await allClosed()
    clearInterval(timer)
    socket.destroy()
  })

  test('a client that waits for an answer is not disconnected while the server works on it', async () => {
    const url = await serve({ idleMs: 100, totalMs: 100 })
    const [waiting, unread] = [openUnread(url, requestFor('/later')), openUnread(url, requestFor('/file'))]
    await allClosed(1)
    for (const socket of [waiting, unread]) socket.destroy()
  })

  test('as many requests as allowed may wait for their answers, and one more ends the connection', async () => {
    const url = await serve({ pipelined: 3 })
    const [allowed, tooMany] = [3, 4].map(times => openUnread(url, requestFor('/later').repeat(times)))
    await vi.waitFor(() => expect(asked).toBe(6))
    await allClosed(1)
    for (const socket of [allowed, tooMany]) socket?.destroy()
  })

  async function allClosed(but = 0): Promise<void> {
    await vi.waitFor(async () => {
      expect(opened).toBeGreaterThan(0)
      expect(await promisify(server.getConnections.bind(server))()).toBe(but)
    })
  }
})

/** Sends a text, and reads nothing. */
function openUnread(url: string, text: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.pause()
  socket.write(text)
  return socket
}
