import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type FrameFault, FrameFaults } from './frame-faults.ts'

const maxBytesInFlight = 64 * 1024
const maxTimeoutMs = 2 ** 31 - 1

type Connection = { client: Socket; server: Socket; isLive: boolean; isSilent: boolean }

/** A TCP proxy that can simulate network faults. It starts without any fault. */
export class FaultProxy {
  readonly #connections = new Set<Connection>()
  readonly #listener = createServer(client => this.#accept(client))
  #toPort = 0
  #isCut = false
  #isSilent = false
  #latency = { ms: 0, jitterMs: 0 }
  #bytesPerSecond = Number.POSITIVE_INFINITY
  #frameFault: FrameFault = 'none'
  #restored = new AbortController()

  async listen(fromPort: number, toPort: number): Promise<void> {
    this.#toPort = toPort
    await new Promise<void>(resolve => this.#listener.listen(fromPort, 'localhost', resolve))
  }

  /** Closes all connections. Until `restore`, new connections are closed, too. */
  cut(): void {
    this.#isCut = true
    for (const { client } of this.#connections) client.destroy()
  }

  /**
   * Until `restore`, keeps all connections open and forwards nothing, not even the end of a connection. Connections that were
   * opened before `restore` stay silent after it. Later connections work.
   */
  silence(): void {
    this.#isSilent = true
    for (const connection of this.#connections) connection.isSilent = true
  }

  /** Silences the open WebSockets for ever, as when a client changes its network. All other connections work. */
  silenceLiveConnections(): void {
    for (const connection of this.#connections) if (connection.isLive) connection.isSilent = true
  }

  /** Delays data in both directions by `ms` plus a random part of `jitterMs`. The order of the data does not change. */
  delay(ms: number, jitterMs = 0): void {
    this.#latency = { ms, jitterMs }
  }

  /** Limits the speed of the server's data to each client. With 0, clients get no data. */
  slowDown(bytesPerSecond: number): void {
    this.#bytesPerSecond = bytesPerSecond
  }

  /** Applies a fault to random WebSocket messages from the server. */
  corruptFrames(fault: FrameFault): void {
    this.#frameFault = fault
  }

  /** Ends all faults, but silenced connections stay silent. Delayed data is forwarded immediately. */
  restore(): void {
    this.#isCut = false
    this.#isSilent = false
    this.#latency = { ms: 0, jitterMs: 0 }
    this.#bytesPerSecond = Number.POSITIVE_INFINITY
    this.#frameFault = 'none'
    this.#restored.abort()
    this.#restored = new AbortController()
  }

  async close(): Promise<void> {
    this.restore()
    for (const { client, server } of this.#connections) {
      client.destroy()
      server.destroy()
    }
    await new Promise(resolve => this.#listener.close(resolve))
  }

  #accept(client: Socket): void {
    if (this.#isCut) return void client.destroy()
    const server = connect(this.#toPort, 'localhost')
    const connection = { client, server, isLive: false, isSilent: this.#isSilent }
    this.#connections.add(connection)
    client.once('data', start => {
      connection.isLive = start.toString('latin1').startsWith('GET /api/live')
    })
    const frames = new FrameFaults()
    this.#forward(connection, client, server, async bytes => bytes)
    this.#forward(connection, server, client, async bytes => {
      await pause((1000 * bytes.length) / this.#bytesPerSecond, this.#restored.signal)
      return connection.isLive ? frames.corrupt(bytes, this.#frameFault) : bytes
    })
  }

  /** Forwards data in order, and finally the close of the connection. `pass` may delay or change the data. */
  #forward(connection: Connection, from: Socket, to: Socket, pass: (bytes: Buffer) => Promise<Buffer>): void {
    let bytesInFlight = 0
    let pending = Promise.resolve()
    from.on('data', bytes => {
      const { ms, jitterMs } = this.#latency
      const arrivesAt = performance.now() + ms + Math.random() * jitterMs
      const restored = this.#restored.signal
      bytesInFlight += bytes.length
      if (bytesInFlight > maxBytesInFlight) from.pause()
      pending = pending.then(async () => {
        await pause(arrivesAt - performance.now(), restored)
        const passed = await pass(bytes)
        if (!connection.isSilent) await new Promise(written => to.write(passed, written))
        bytesInFlight -= bytes.length
        if (bytesInFlight <= maxBytesInFlight) from.resume()
      })
    })
    from.on('error', () => {})
    from.on('close', async () => {
      await pending
      if (connection.isSilent) return
      to.destroySoon()
      this.#connections.delete(connection)
    })
  }
}

/** Waits for `ms` milliseconds, or until the signal `restored` is aborted. */
async function pause(ms: number, restored: AbortSignal): Promise<void> {
  if (ms > 0) await wait(Math.min(ms, maxTimeoutMs), undefined, { signal: restored }).catch(() => {})
}
