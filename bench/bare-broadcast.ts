import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'

// This server is the reference for the cost of a broadcast. For each message, it sends the same prepared payload to every socket of
// the sender's group. The path in the URL of a WebSocket names its group.
const frame = Buffer.from('["t","000000000000",100,1790000000000,{"000000000000":5000}]')
const groups = new Map<string, Set<WebSocket>>()
const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })

sockets.on('connection', (socket, request) => {
  const name = request.url ?? ''
  const group = groups.get(name) ?? new Set()
  groups.set(name, group.add(socket))
  socket.on('message', () => {
    for (const member of group) member.send(frame, { binary: false })
  })
})

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
process.on('disconnect', () => process.exit(0))
