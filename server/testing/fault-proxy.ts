import { connect, createServer, type Socket } from 'node:net'

type Connection = { client: Socket; server: Socket; isSilent: boolean }

/** A network with faults, between whoever connects to one port and the server at another. Whole until it is told otherwise. */
export class FaultProxy {
  readonly #connections = new Set<Connection>()
  readonly #listener = createServer(client => this.#join(client))
  #toPort = 0
  #isSilent = false

  /** Carries everything that arrives at one port to another. */
  async span(fromPort: number, toPort: number): Promise<void> {
    this.#toPort = toPort
    await new Promise<void>(resolve => this.#listener.listen(fromPort, 'localhost', resolve))
  }

  /** Half-open: connections stay open, new ones are accepted, and nothing is carried. Those of this time never carry again. */
  silence(): void {
    this.#isSilent = true
    for (const connection of this.#connections) connection.isSilent = true
  }

  mend(): void {
    this.#isSilent = false
  }

  async remove(): Promise<void> {
    for (const { client } of this.#connections) client.destroy()
    await new Promise(resolve => this.#listener.close(resolve))
  }

  #join(client: Socket): void {
    const server = connect(this.#toPort, 'localhost')
    const connection = { client, server, isSilent: this.#isSilent }
    this.#connections.add(connection)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', chunk => {
        if (!connection.isSilent) to.write(chunk)
      })
      from.on('end', () => to.end())
      from.on('error', () => {})
      from.on('close', () => {
        client.destroy()
        server.destroy()
        this.#connections.delete(connection)
      })
    }
  }
}
