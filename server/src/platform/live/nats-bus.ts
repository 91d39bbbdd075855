import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import { Bus, type BusOptions } from './bus.ts'
import { type HubCommand, subjectOf } from './hub-command.ts'
import type { NodeMessage } from './node-heartbeat.ts'

// Texts with this subject consist of a `NodeMessage`, a space and the id of the node.
const nodesSubject = 'nodes'

export class NatsBus extends Bus {
  readonly #subscriptions = new Map<string, Subscription | null>()
  readonly #url: string
  #connection: NatsConnection | null = null

  constructor({ url, ...options }: BusOptions & { url: string }) {
    super(options)
    this.#url = url
  }

  protected sendCommands(commands: HubCommand[]): void {
    for (const command of commands)
      this.#connection?.publish(this.#fullName(subjectOf(command)), JSON.stringify([command]))
  }

  override subscribe(subject: string): void {
    this.#subscriptions.set(subject, this.#subscriptionTo(subject))
  }

  override unsubscribe(subject: string): void {
    this.#subscriptions.get(subject)?.unsubscribe()
    this.#subscriptions.delete(subject)
  }

  override async subscribed(): Promise<void> {
    const connection = this.#connection
    if (!connection || this.isUnreachable) return
    // A flush never ends if its connection is closed meanwhile.
    await Promise.race([connection.flush(), connection.closed()]).catch(() => {})
  }

  protected async sendNodeMessage(message: NodeMessage): Promise<void> {
    if (!this.#connection) throw new Error('not connected')
    this.#connection.publish(this.#fullName(nodesSubject), `${message} ${this.options.node}`)
    await this.#connection.flush()
  }

  protected async connect(): Promise<void> {
    void this.disconnect()
    try {
      const connection = await connect({ ...serversOf(this.#url), ...connectionOptions })
      this.#connection = connection
      connection.closed().then(() => {
        if (this.#connection === connection) this.heartbeat.connectionLost()
      })
      connection.subscribe(this.#fullName(nodesSubject), {
        callback: (error, message) => {
          const [text = '', node = ''] = error ? [] : message.string().split(' ')
          if (!error) this.receiveNodeMessage(node, text)
        },
      })
      for (const subject of this.#subscriptions.keys()) this.subscribe(subject)
    } catch (error) {
      this.options.log.debug({ error }, 'NATS cannot be reached')
    }
  }

  protected async disconnect(): Promise<void> {
    const connection = this.#connection
    this.#connection = null
    await connection?.close().catch(() => {})
  }

  #subscriptionTo(subject: string): Subscription | null {
    if (!this.#connection || this.#connection.isClosed()) return null
    return this.#connection.subscribe(this.#fullName(subject), {
      callback: (error, message) => {
        if (!error) this.receiveCommands(message.string())
      },
    })
  }

  #fullName(subject: string): string {
    return `grouplight.${this.options.name}.${subject}`
  }
}

// The NATS client must not reconnect by itself, because it would then send old commands late. The heartbeat reconnects instead.
const connectionOptions = { reconnect: false, noEcho: true, timeout: 2_000, name: 'grouplight' }

function serversOf(url: string) {
  const servers = url.split(',').map(server => new URL(server))
  const { protocol, username, password } = servers[0] as URL
  const user = decodeURIComponent(username)
  const credentials = password ? { user, pass: decodeURIComponent(password) } : user ? { token: user } : {}
  return {
    servers: servers.map(({ host }) => host),
    ...credentials,
    ...(protocol === 'tls:' ? { tls: {} } : {}),
  }
}
