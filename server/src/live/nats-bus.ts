import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import type { Bus } from './bus.ts'
import { type BusOptions, HeartbeatBus } from './heartbeat-bus.ts'
import { type HubCommand, subjectOf } from './hub-command.ts'
import type { Word } from './node-heartbeat.ts'

// What nodes say of themselves: a word and their name.
const pulseSubject = 'nodes'

/** One subject for each group and each person: a node hears only what its browsers need. */
export class NatsBus extends HeartbeatBus implements Bus {
  readonly notifiesAs = null
  readonly #olderSubject: string
  /** What is to be heard; null while there is no connection to hear it on. */
  readonly #subscriptions = new Map<string, Subscription | null>()
  #connection: NatsConnection | null = null

  /**
   * `url` names one server or some of a cluster, separated by commas; a user and a password, or a token, may stand in the first.
   * `olderName` stood in the subjects of the release before.
   */
  constructor({ olderName, ...options }: BusOptions & { olderName: string }) {
    super(options)
    this.#olderSubject = `grouplight.${olderName}.${pulseSubject}`
  }

  send(acts: HubCommand[]): void {
    if (this.isAway) return
    for (const act of acts) this.#connection?.publish(this.#fullName(subjectOf(act)), JSON.stringify([act]))
  }

  attend(subject: string): void {
    this.#subscriptions.set(subject, this.#subscribe(subject))
  }

  quit(subject: string): void {
    this.#subscriptions.get(subject)?.unsubscribe()
    this.#subscriptions.delete(subject)
  }

  async settled(): Promise<void> {
    if (!this.isAway) await this.#connection?.flush().catch(() => {})
  }

  protected async say(word: Word): Promise<void> {
    if (!this.#connection) throw new Error('not connected')
    this.#connection.publish(this.#fullName(pulseSubject), `${word} ${this.options.node}`)
    await this.#connection.flush()
  }

  protected async connect(): Promise<void> {
    void this.disconnect()
    try {
      const connection = await connect({ ...serversOf(this.options.url), ...connectionOptions })
      this.#connection = connection
      connection.closed().then(() => {
        if (this.#connection === connection) this.pulse.broke()
      })
      connection.subscribe(this.#fullName(pulseSubject), {
        callback: (error, message) => {
          const [word = '', node = ''] = error ? [] : message.string().split(' ')
          if (!error) this.receiveWord(node, word)
        },
      })
      connection.subscribe(this.#olderSubject, {
        callback: error => {
          if (!error) this.hearOlder()
        },
      })
      for (const subject of this.#subscriptions.keys()) this.attend(subject)
    } catch (error) {
      this.options.log.debug({ error }, 'NATS cannot be reached')
    }
  }

  protected async disconnect(): Promise<void> {
    const connection = this.#connection
    this.#connection = null
    await connection?.close().catch(() => {})
  }

  #subscribe(subject: string): Subscription | null {
    if (!this.#connection || this.#connection.isClosed()) return null
    return this.#connection.subscribe(this.#fullName(subject), {
      callback: (error, message) => {
        if (!error) this.receiveEvents(message.string())
      },
    })
  }

  #fullName(subject: string): string {
    return `grouplight.${this.options.name}.${subject}`
  }
}

// We connect anew ourselves, with the pulse; what was said meanwhile must not come late.
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
