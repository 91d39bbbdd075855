import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

type Node = { port: number; isReady: boolean }

const checkMs = 250
const checkTimeoutMs = 5_000

/**
 * A reverse proxy for several nodes. Without a preferred node, the ready nodes get the requests in turn. A request is never
 * repeated if a node may have received it.
 */
export class Balancer {
  readonly #server = createServer((incoming, reply) => void this.#forwardRequest(incoming, reply))
  readonly #agent = new Agent({ keepAlive: true })
  readonly #upgraded = new Set<Duplex>()
  /** Returns the index of the preferred node for a request, or undefined if the nodes take turns. */
  prefer: (incoming: IncomingMessage) => number | undefined = () => undefined
  /** Is called with every request before it is forwarded. For a WebSocket, the body is empty. */
  record: (incoming: IncomingMessage, body: Buffer) => void = () => {}
  #nodes: Node[] = []
  #turn = 0
  #timer: NodeJS.Timeout | undefined

  async listen(port: number, nodePorts: number[]): Promise<void> {
    this.#nodes = nodePorts.map(port => ({ port, isReady: false }))
    await this.#checkNodes()
    this.#timer = setInterval(() => this.#checkNodes(), checkMs)
    // No client of a test waits longer than 60 s between two requests. With a shorter timeout, the balancer could close an idle
    // connection while a client sends a request, and the test would count a failure.
    this.#server.keepAliveTimeout = 60_000
    this.#server.on('upgrade', (incoming, client) => this.#forwardUpgrade(incoming, client))
    await new Promise<void>(resolve => this.#server.listen(port, 'localhost', resolve))
  }

  get ready(): number[] {
    return this.#nodes.filter(({ isReady }) => isReady).map(({ port }) => port)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#agent.destroy()
    for (const stream of this.#upgraded) stream.destroy()
    const closed = new Promise(resolve => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  async #checkNodes(): Promise<void> {
    const check = async (node: Node) => {
      const signal = AbortSignal.timeout(checkTimeoutMs)
      const url = `http://127.0.0.1:${node.port}/api/ready`
      const answer = await fetch(url, { signal }).catch(() => null)
      await answer?.body?.cancel()
      node.isReady = answer?.ok ?? false
    }
    await Promise.all(this.#nodes.map(check))
  }

  async #forwardRequest(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray().catch(() => []))
    if (!incoming.complete) return
    this.record(incoming, body)
    const headers = { ...incoming.headers, connection: 'keep-alive' }
    this.#tryNodes(
      incoming,
      node => {
        const forwarded = request({ ...this.#optionsFor(incoming, node, headers), agent: this.#agent })
        forwarded.on('response', answer => {
          const { connection: _, 'keep-alive': __, ...headers } = answer.headers
          reply.writeHead(answer.statusCode ?? 502, headers)
          answer.on('error', () => reply.destroy()).pipe(reply)
        })
        reply.once('close', () => forwarded.destroy())
        return forwarded.end(body)
      },
      status => {
        if (reply.headersSent || reply.destroyed) reply.destroy()
        else reply.writeHead(status).end()
      },
    )
  }

  #forwardUpgrade(incoming: IncomingMessage, client: Duplex): void {
    client.on('error', () => {})
    this.record(incoming, Buffer.alloc(0))
    this.#tryNodes(
      incoming,
      node => {
        const forwarded = request({ ...this.#optionsFor(incoming, node, incoming.headers), agent: false })
        forwarded.on('upgrade', (answer, stream, head) => {
          client.write(headOf(answer))
          client.write(head)
          this.#pipeBothWays(client, stream)
        })
        forwarded.on('response', answer => {
          client.write(headOf(answer))
          answer.pipe(client)
        })
        client.once('close', () => forwarded.destroy())
        return forwarded.end()
      },
      status => client.end(`HTTP/1.1 ${status} No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`),
    )
  }

  /** Tries the ready nodes and then the others. Responds 503 if all refuse the connection, and 502 if a connection breaks. */
  #tryNodes(
    incoming: IncomingMessage,
    send: (node: Node) => ReturnType<typeof request>,
    refuse: (status: number) => void,
    from = this.#nodes,
  ): void {
    const ready = from.filter(({ isReady }) => isReady)
    const possible = ready.length > 0 ? ready : from
    const preferred = this.#nodes[this.prefer(incoming) ?? -1]
    const node = possible.find(node => node === preferred) ?? possible[this.#turn++ % possible.length]
    if (!node) refuse(503)
    else
      send(node).on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNREFUSED') refuse(502)
        else
          this.#tryNodes(
            incoming,
            send,
            refuse,
            from.filter(other => other !== node),
          )
      })
  }

  #optionsFor(incoming: IncomingMessage, { port }: Node, headers: IncomingMessage['headers']) {
    const before = incoming.headers['x-forwarded-for']
    const address = (incoming.socket as Socket).remoteAddress
    return {
      port,
      host: '127.0.0.1',
      method: incoming.method,
      path: incoming.url,
      headers: { ...headers, 'x-forwarded-for': before ? `${before}, ${address}` : address },
    }
  }

  #pipeBothWays(client: Duplex, node: Duplex): void {
    for (const [from, to] of [
      [client, node],
      [node, client],
    ] as const) {
      this.#upgraded.add(from)
      from.on('error', () => {})
      from.pipe(to)
      from.on('close', () => {
        this.#upgraded.delete(from)
        to.destroy()
      })
    }
  }
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.map((part, at) => (at % 2 === 0 ? `${part}: ` : `${part}\r\n`))
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`
}
