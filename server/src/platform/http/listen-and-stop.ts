import { lookup } from 'node:dns/promises'
import { createServer, Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export type Listener = {
  listen(at: { host: string; port: number }): Promise<void>
  /** Waits at most 8 s for requests in progress. Then closes all connections. */
  stop(): Promise<void>
  connections(): Promise<number>
}

// An idle connection is closed only after this time, because its client may already be sending the next request.
const idleGraceMs = 500
// By default, Docker kills a stopping process after 10 s. The other 2 s are for closing the database.
export const maxStopMs = 8_000

/** For the host 'localhost', the listener listens on all addresses of this name. */
export function createListener(http: FastifyInstance): Listener {
  const servers: Server[] = [http.server]
  // A server that no longer listens is stopping. The header tells the client to send no further request on this connection.
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
      // `close()` of the HTTP server itself would disconnect clients that are between two requests.
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
