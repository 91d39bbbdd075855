import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { FrameReader } from './frame-reader.ts'

type Connection = { client: Socket; server: Socket; isLive: boolean; isSilent: boolean }

/** A network with faults, between whoever connects to one port and the server at another. Whole until it is told otherwise. */
export class FaultProxy {
  /** How long everything that the server says is under way. */
  latencyMs = 0
  /** How many copies of a live message arrive: 0 drops it, 2 double it. */
  copies: (message: string) => number = () => 1
  readonly #connections = new Set<Connection>()
  readonly #listener = createServer(client => this.#join(client))
  #toPort = 0
  #isCut = false
  #isSilent = false
  #stalled: PromiseWithResolvers<void> | undefined

  /** Carries everything that arrives at one port to another. */
  async span(fromPort: number, toPort: number): Promise<void> {
    this.#toPort = toPort
    await new Promise<void>(resolve => this.#listener.listen(fromPort, 'localhost', resolve))
  }

  /** Breaks every connection, and each new one until it is mended. */
  cut(): void {
    this.#isCut = true
    for (const { client } of this.#connections) client.destroy()
  }

  /** Half-open: connections stay open, new ones are accepted, and nothing is carried. Those of this time never carry again. */
  silence(): void {
    this.#isSilent = true
    for (const connection of this.#connections) connection.isSilent = true
  }

  /** The live connections of this moment stay open and carry nothing any more, as after a change of network. */
  silenceLiveConnections(): void {
    for (const connection of this.#connections) if (connection.isLive) connection.isSilent = true
  }

  /** Nobody reads what the server says; it piles up, first here and then there. */
  stall(): void {
    this.#stalled ??= Promise.withResolvers()
  }

  mend(): void {
    this.#isCut = false
    this.#isSilent = false
    this.latencyMs = 0
    this.copies = () => 1
    this.#stalled?.resolve()
    this.#stalled = undefined
  }

  async remove(): Promise<void> {
    this.mend()
    this.cut()
    await new Promise(resolve => this.#listener.close(resolve))
  }

  #join(client: Socket): void {
    if (this.#isCut) return void client.destroy()
    const server = connect(this.#toPort, 'localhost')
    const connection = { client, server, isLive: false, isSilent: this.#isSilent }
    this.#connections.add(connection)
    client.once('data', start => {
      connection.isLive = start.toString('latin1').startsWith('GET /api/live')
    })
    const frames = new FrameReader(message => this.copies(message))
    void carry(client, server, async chunk => (connection.isSilent ? null : chunk))
    void carry(server, client, async chunk => {
      if (this.latencyMs > 0) await wait(this.latencyMs)
      await this.#stalled?.promise
      if (connection.isSilent) return null
      return connection.isLive ? frames.read(chunk) : chunk
    })
    for (const end of [client, server]) {
      end.on('error', () => {})
      end.on('close', () => {
        client.destroy()
        server.destroy()
        this.#connections.delete(connection)
      })
    }
  }
}

/** Carries what comes from one end to the other, piece by piece, as far as `pass` lets it. */
async function carry(
  from: Socket,
  to: Socket,
  pass: (chunk: Buffer) => Promise<Buffer | null>,
): Promise<void> {
  try {
    for await (const chunk of from) {
      const passed = await pass(chunk)
      if (passed && !to.destroyed && !to.write(passed))
        await Promise.race([once(to, 'drain'), once(to, 'close')])
    }
    to.end()
  } catch {
    // A connection that breaks takes its other half along.
    to.destroy()
  }
}
