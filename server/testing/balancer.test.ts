import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { Balancer } from './balancer.ts'
import { freePort } from './free-port.ts'

type Node = { port: number; server: Server; requests: string[]; isReady: boolean; breaksOff: boolean }

let nodes: Node[]
let balancer: Balancer
let port: number

beforeEach(async () => {
  nodes = [await startNode(), await startNode()]
  balancer = new Balancer()
  port = await freePort()
  await balancer.listen(
    port,
    nodes.map(node => node.port),
  )
})
afterEach(async () => {
  await balancer.close()
  for (const { server } of nodes) server.close().closeAllConnections()
})

test('requests are sent to the nodes in turn, with the address of the client appended to x-forwarded-for', async () => {
  for (let n = 0; n < 4; n++) await ask(`/${n}`, `body ${n}`)
  const all = nodes.flatMap(({ requests }) => requests)
  expect(nodes.map(({ requests }) => requests.length)).toEqual([2, 2])
  for (const request of all) expect(request).toMatch(/^PUT \/(\d) body \1 from 203.0.113.7, (127.0.0.1|::1)$/)
})

test('a node that is not ready gets no requests until it is ready again', async () => {
  const [one, other] = nodes as [Node, Node]
  one.isReady = false
  const newTo = async (node: Node) => {
    const before = node.requests.length
    for (let n = 0; n < 2; n++) await ask('/', '')
    return node.requests.length - before
  }
  await expect.poll(() => newTo(one)).toBe(0)
  expect(await newTo(other)).toBe(2)
  one.isReady = true
  await expect.poll(() => newTo(one)).toBe(1)
})

test('a preferred node gets all requests while it is ready', async () => {
  const [one, other] = nodes as [Node, Node]
  balancer.prefer = () => 1
  for (let n = 0; n < 3; n++) await ask('/', '')
  expect([one.requests.length, other.requests.length]).toEqual([0, 3])
  other.isReady = false
  await expect.poll(() => ask('/', '').then(() => one.requests.length)).toBeGreaterThan(0)
})

test('a request goes to the next node if a node refuses the connection, but not if the connection breaks', async () => {
  const [one, other] = nodes as [Node, Node]
  one.server.close().closeAllConnections()
  for (let n = 0; n < 4; n++) expect((await ask('/', '')).status).toBe(200)
  other.breaksOff = true
  expect((await ask('/', '')).status).toBe(502)
  other.server.close().closeAllConnections()
  expect((await ask('/', '')).status).toBe(503)
})

test('a WebSocket is forwarded in both directions, and its close code is kept', async () => {
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
  const node: Node = { port: 0, server: createServer(), requests: [], isReady: true, breaksOff: false }
  node.server.on('request', async (request, response) => {
    if (request.url === '/api/ready') return response.writeHead(node.isReady ? 200 : 503).end()
    const body = Buffer.concat(await request.toArray())
    const from = request.headers['x-forwarded-for']
    node.requests.push(`${request.method} ${request.url} ${body} from ${from}`)
    if (node.breaksOff) request.socket.destroy()
    else response.end()
  })
  const sockets = new WebSocketServer({ server: node.server })
  sockets.on('connection', socket =>
    socket.on('message', data =>
      String(data) === 'end' ? socket.close(1012) : socket.send(`hello ${data}`),
    ),
  )
  await new Promise<void>(resolve => node.server.listen(0, '127.0.0.1', resolve))
  node.port = (node.server.address() as { port: number }).port
  return node
}
