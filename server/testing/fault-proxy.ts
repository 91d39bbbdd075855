import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type FrameFault, FrameFaults } from './frame-faults.ts'

const mostUnderWay = 64 * 1024
const longestMs = 2 ** 31 - 1

type Connection = { client: Socket; server: Socket; isLive: boolean; isSilent: boolean }

/** A network with faults, between whoever connects to one port and the server at another. Whole until it is told otherwise. */
export class FaultProxy {
  readonly #connections = new Set<Connection>()
  readonly #listener = createServer(client => this.#join(client))
  #toPort = 0
  #isCut = false
  #isSilent = false
  #latency = { ms: 0, jitterMs: 0 }
  #bytesPerSecond = Number.POSITIVE_INFINITY
  #frameFault: FrameFault = 'none'
  #mended = new AbortController()

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

  /** Half-open: connections stay open, new ones are accepted, and nothing is carried, not even an end. Those of this time never carry again. */
  silence(): void {
    this.#isSilent = true
    for (const connection of this.#connections) connection.isSilent = true
  }

  /** The live connections of this moment stay open and carry nothing any more, as after a change of network. */
  silenceLiveConnections(): void {
    for (const connection of this.#connections) if (connection.isLive) connection.isSilent = true
  }

  /** Everything takes so long in either direction, and by chance up to `jitterMs` longer. Nothing overtakes. */
  delay(ms: number, jitterMs = 0): void {
    this.#latency = { ms, jitterMs }
  }

  /** Each client reads no faster, 0 for not at all: what the server says to it piles up, in the end with the server. */
  slowDown(bytesPerSecond: number): void {
    this.#bytesPerSecond = bytesPerSecond
  }

  /** Every second message of the live connections gets lost, comes twice or comes after the next one. */
  spoilFrames(fault: FrameFault): void {
    this.#frameFault = fault
  }

  /** Whole again. What was held up arrives now. */
  mend(): void {
    this.#isCut = false
    this.#isSilent = false
    this.#latency = { ms: 0, jitterMs: 0 }
    this.#bytesPerSecond = Number.POSITIVE_INFINITY
    this.#frameFault = 'none'
    this.#mended.abort()
    this.#mended = new AbortController()
  }

  async remove(): Promise<void> {
    this.mend()
    for (const { client, server } of this.#connections) {
      client.destroy()
      server.destroy()
    }
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
    const frames = new FrameFaults()
    this.#carry(connection, client, server, async bytes => bytes)
    this.#carry(connection, server, client, async bytes => {
      await rest((1000 * bytes.length) / this.#bytesPerSecond, this.#mended.signal)
      return connection.isLive ? frames.spoil(bytes, this.#frameFault) : bytes
    })
  }

  /** Carries what one end says to the other, in order, as `pass` gives it on. Its end comes last. */
  #carry(connection: Connection, from: Socket, to: Socket, pass: (bytes: Buffer) => Promise<Buffer>): void {
    let bytesUnderWay = 0
    let underWay = Promise.resolve()
    from.on('data', bytes => {
      const { ms, jitterMs } = this.#latency
      const arrivesAt = performance.now() + ms + Math.random() * jitterMs
      const mended = this.#mended.signal
      bytesUnderWay += bytes.length
      if (bytesUnderWay > mostUnderWay) from.pause()
      underWay = underWay.then(async () => {
        await rest(arrivesAt - performance.now(), mended)
        const passed = await pass(bytes)
        if (!connection.isSilent) await new Promise(written => to.write(passed, written))
        bytesUnderWay -= bytes.length
        if (bytesUnderWay <= mostUnderWay) from.resume()
      })
    })
    from.on('error', () => {})
    from.on('close', async () => {
      await underWay
      if (connection.isSilent) return
      to.destroySoon()
      this.#connections.delete(connection)
    })
  }
}

/** Waits, but no longer than until all is mended. */
async function rest(ms: number, mended: AbortSignal): Promise<void> {
  if (ms > 0) await wait(Math.min(ms, longestMs), undefined, { signal: mended }).catch(() => {})
}
