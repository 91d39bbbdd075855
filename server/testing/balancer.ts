import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

type Node = { port: number; isReady: boolean }

const lookMs = 250
const patienceMs = 5_000

/**
 * What stands before several nodes, as a good proxy does: asks each a few times a second whether it is ready, leads what is new
 * to the next one that is, and keeps its connections to them open. Where nobody opened the door it knocks at the next one; what
 * may have been heard is never asked again.
 */
export class Balancer {
  readonly #server = createServer((asked, reply) => void this.#carry(asked, reply))
  readonly #agent = new Agent({ keepAlive: true })
  readonly #upgraded = new Set<Duplex>()
  /** To which node, by its place, something is led while that one is ready; to any, in turn, where it says nothing. */
  prefer: (asked: IncomingMessage) => number | undefined = () => undefined
  #nodes: Node[] = []
  #turn = 0
  #timer: NodeJS.Timeout | undefined

  /** Carries everything that arrives at a port to the nodes at others. */
  async span(port: number, nodePorts: number[]): Promise<void> {
    this.#nodes = nodePorts.map(port => ({ port, isReady: false }))
    await this.#look()
    this.#timer = setInterval(() => this.#look(), lookMs)
    // Longer than anybody is still: what closes under a request looks like a failure.
    this.#server.keepAliveTimeout = 60_000
    this.#server.on('upgrade', (asked, browser) => this.#join(asked, browser))
    await new Promise<void>(resolve => this.#server.listen(port, 'localhost', resolve))
  }

  /** The ports of the nodes that it leads people to now. */
  get ready(): number[] {
    return this.#nodes.filter(({ isReady }) => isReady).map(({ port }) => port)
  }

  async remove(): Promise<void> {
    clearInterval(this.#timer)
    this.#agent.destroy()
    for (const stream of this.#upgraded) stream.destroy()
    const closed = new Promise(resolve => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  async #look(): Promise<void> {
    const look = async (node: Node) => {
      const signal = AbortSignal.timeout(patienceMs)
      const url = `http://127.0.0.1:${node.port}/api/ready`
      const answer = await fetch(url, { signal }).catch(() => null)
      await answer?.body?.cancel()
      node.isReady = answer?.ok ?? false
    }
    await Promise.all(this.#nodes.map(look))
  }

  async #carry(asked: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = Buffer.concat(await asked.toArray().catch(() => []))
    if (!asked.complete) return
    const headers = { ...asked.headers, connection: 'keep-alive' }
    this.#knock(
      asked,
      node => {
        const carried = request({ ...this.#way(asked, node, headers), agent: this.#agent })
        carried.on('response', answer => {
          const { connection: _, 'keep-alive': __, ...headers } = answer.headers
          reply.writeHead(answer.statusCode ?? 502, headers)
          answer.on('error', () => reply.destroy()).pipe(reply)
        })
        reply.once('close', () => carried.destroy())
        return carried.end(body)
      },
      status => {
        if (reply.headersSent || reply.destroyed) reply.destroy()
        else reply.writeHead(status).end()
      },
    )
  }

  #join(asked: IncomingMessage, browser: Duplex): void {
    browser.on('error', () => {})
    this.#knock(
      asked,
      node => {
        const carried = request({ ...this.#way(asked, node, asked.headers), agent: false })
        carried.on('upgrade', (answer, stream, head) => {
          browser.write(headOf(answer))
          browser.write(head)
          this.#splice(browser, stream)
        })
        carried.on('response', answer => {
          browser.write(headOf(answer))
          answer.pipe(browser)
        })
        browser.once('close', () => carried.destroy())
        return carried.end()
      },
      status => browser.end(`HTTP/1.1 ${status} No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`),
    )
  }

  /** Asks the ready nodes in turn (all, if none is) until one opens; answers 503 when none does, and 502 when one broke off. */
  #knock(
    asked: IncomingMessage,
    ask: (node: Node) => ReturnType<typeof request>,
    refuse: (status: number) => void,
    from = this.#nodes,
  ): void {
    const ready = from.filter(({ isReady }) => isReady)
    const possible = ready.length > 0 ? ready : from
    const preferred = this.#nodes[this.prefer(asked) ?? -1]
    const node = possible.find(node => node === preferred) ?? possible[this.#turn++ % possible.length]
    if (!node) refuse(503)
    else
      ask(node).on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNREFUSED') refuse(502)
        else
          this.#knock(
            asked,
            ask,
            refuse,
            from.filter(other => other !== node),
          )
      })
  }

  #way(asked: IncomingMessage, { port }: Node, headers: IncomingMessage['headers']) {
    const before = asked.headers['x-forwarded-for']
    const address = (asked.socket as Socket).remoteAddress
    return {
      port,
      host: '127.0.0.1',
      method: asked.method,
      path: asked.url,
      headers: { ...headers, 'x-forwarded-for': before ? `${before}, ${address}` : address },
    }
  }

  #splice(browser: Duplex, node: Duplex): void {
    for (const [from, to] of [
      [browser, node],
      [node, browser],
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
