import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'

/** The limit: N groups of M sockets, and nothing else. A broadcast writes one prepared frame to every socket of a group. */
export type BroadcastTask = { broadcasts: number; groups: number; frameBytes: number }

// Sockets say by their path which group they are in; there are no accounts, no checks and no database.
const groups = new Map<string, Set<WebSocket>>()
const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket, request) => {
  const name = request.url ?? ''
  const group = groups.get(name) ?? new Set()
  groups.set(name, group.add(socket))
  socket.send('["hello"]')
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))

process.on('message', async ({ broadcasts, frameBytes }: BroadcastTask) => {
  const names = [...groups.keys()]
  const payload = Buffer.from(`["toggled"${' '.repeat(Math.max(0, frameBytes - 11))}]`)
  for (let done = 0; done < broadcasts; done++) {
    for (const socket of groups.get(names[done % names.length] ?? '') ?? [])
      socket.send(payload, { binary: false })
    // As many at a time as the flood has toggles in flight, then the loop turns.
    if (done % 32 === 31) await new Promise(resolve => setImmediate(resolve))
  }
  process.send?.({ done: true })
})
