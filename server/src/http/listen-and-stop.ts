import { lookup } from 'node:dns/promises'
import { createServer, Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export type Listener = {
  listen(at: { host: string; port: number }): Promise<void>
  /** Stops the server. Requests in progress are answered first, for at most 8 s. Then all connections are closed. */
  stop(): Promise<void>
  connections(): Promise<number>
}

// After a response, the client may already be sending its next request. A stopping server waits for this time before it closes
// idle connections.
const idleGraceMs = 500
// Less than the 10 s after which Docker kills a stopping process by default, because the database also needs time to close.
export const maxStopMs = 8_000

/** Creates a listener. For the host 'localhost', it listens on all addresses of that name, with one HTTP server. */
export function createListener(http: FastifyInstance): Listener {
  const servers: Server[] = [http.server]
  // A stopping server no longer listens. This header tells its clients to send no further request on the connection. Otherwise the
  // server might close an idle connection while the client may already be sending its next request.
  http.addHook('onSend', (_request, reply, payload, done) => {
    if (!http.server.listening) reply.header('connection', 'close')
    done(null, payload)
  })

  return {
    async listen({ host, port }) {
      const [first = host, ...others] = await addressesOf(host)
      await http.listen({ host: first, port })
      const address = http.server.address()
      const samePort = typeof address === 'object' && address ? address.port : port
      for (const other of others) await listenAlso(other, samePort)
    },

    async stop() {
      let isOver = false
      // The HTTP server's own `close()` would disconnect clients that are between two requests.
      const over = Promise.all(
        servers.map(server => new Promise(resolve => Server.prototype.close.call(server, resolve))),
      ).then(() => {
        isOver = true
      })
      const startedAt = performance.now()
      await Promise.race([over, wait(idleGraceMs)])
      while (!isOver && performance.now() - startedAt < maxStopMs) {
        http.server.closeIdleConnections()
        await Promise.race([over, wait(50)])
      }
      http.server.closeAllConnections()
    },

    async connections() {
      const counts = servers.map(
        server =>
          new Promise<number>(resolve => server.getConnections((_error, count) => resolve(count ?? 0))),
      )
      return (await Promise.all(counts)).reduce((sum, count) => sum + count)
    },
  }

  async function listenAlso(host: string, port: number): Promise<void> {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, socket =>
      http.server.emit('connection', socket),
    )
    const { promise, resolve } = Promise.withResolvers<void>()
    // 'localhost' may resolve to an address that this machine does not have. Listening on one of the addresses is enough.
    server.once('error', () => resolve())
    server.listen({ host, port }, () => {
      servers.push(server)
      resolve()
    })
    return promise
  }
}

async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host]
  const found = await lookup(host, { all: true }).catch(() => [])
  return [...new Set(found.map(({ address }) => address))]
}
