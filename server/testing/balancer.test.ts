import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { Balancer } from './balancer.ts'
import { freePort } from './free-port.ts'

type Node = { port: number; server: Server; asked: string[]; isReady: boolean; breaksOff: boolean }

let nodes: Node[]
let balancer: Balancer
let port: number

beforeEach(async () => {
  nodes = [await startNode(), await startNode()]
  balancer = new Balancer()
  port = await freePort()
  await balancer.span(
    port,
    nodes.map(node => node.port),
  )
})
afterEach(async () => {
  await balancer.remove()
  for (const { server } of nodes) server.close().closeAllConnections()
})

test('requests go to every node in turn, with the address they came from', async () => {
  for (let n = 0; n < 4; n++) await ask(`/${n}`, `body ${n}`)
  const all = nodes.flatMap(({ asked }) => asked)
  expect(nodes.map(({ asked }) => asked.length)).toEqual([2, 2])
  for (const asked of all) expect(asked).toMatch(/^PUT \/(\d) body \1 from 203.0.113.7, (127.0.0.1|::1)$/)
})

test('a node that is not ready gets nothing new, and is asked again when it is', async () => {
  const [one, other] = nodes as [Node, Node]
  one.isReady = false
  const newTo = async (node: Node) => {
    const before = node.asked.length
    for (let n = 0; n < 2; n++) await ask('/', '')
    return node.asked.length - before
  }
  await expect.poll(() => newTo(one)).toBe(0)
  expect(await newTo(other)).toBe(2)
  one.isReady = true
  await expect.poll(() => newTo(one)).toBe(1)
})

test('what prefers a node goes there while it is ready', async () => {
  const [one, other] = nodes as [Node, Node]
  balancer.prefer = () => 1
  for (let n = 0; n < 3; n++) await ask('/', '')
  expect([one.asked.length, other.asked.length]).toEqual([0, 3])
  other.isReady = false
  await expect.poll(() => ask('/', '').then(() => one.asked.length)).toBeGreaterThan(0)
})

test('where nobody opens, the next one is asked; where one breaks off, nobody is', async () => {
  const [one, other] = nodes as [Node, Node]
  one.server.close().closeAllConnections()
  for (let n = 0; n < 4; n++) expect((await ask('/', '')).status).toBe(200)
  other.breaksOff = true
  expect((await ask('/', '')).status).toBe(502)
  other.server.close().closeAllConnections()
  expect((await ask('/', '')).status).toBe(503)
})

test('a live connection passes in both directions, and ends with the code that the node gives', async () => {
  const socket = new WebSocket(`ws://localhost:${port}/live`)
  await once(socket, 'open')
  socket.send('ana')
  expect(String((await once(socket, 'message'))[0])).toBe('hello ana')
  socket.send('end')
  expect((await once(socket, 'close'))[0]).toBe(1012)
})

function ask(path: string, body: string): Promise<Response> {
  return fetch(`http://localhost:${port}${path}`, {
    method: 'PUT',
    body,
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
}

async function startNode(): Promise<Node> {
  const node: Node = { port: 0, server: createServer(), asked: [], isReady: true, breaksOff: false }
  node.server.on('request', async (request, response) => {
    if (request.url === '/api/ready') return response.writeHead(node.isReady ? 200 : 503).end()
    const body = Buffer.concat(await request.toArray())
    const from = request.headers['x-forwarded-for']
    node.asked.push(`${request.method} ${request.url} ${body} from ${from}`)
    if (node.breaksOff) request.socket.destroy()
    else response.end()
  })
  const sockets = new WebSocketServer({ server: node.server })
  sockets.on('connection', socket =>
    socket.on('message', said =>
      String(said) === 'end' ? socket.close(1012) : socket.send(`hello ${said}`),
    ),
  )
  await new Promise<void>(resolve => node.server.listen(0, '127.0.0.1', resolve))
  node.port = (node.server.address() as { port: number }).port
  return node
}
