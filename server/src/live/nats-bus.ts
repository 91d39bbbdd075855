import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { type Act, subjectOf } from './act.ts'
import type { Bus } from './bus.ts'
import { Pulse, type Word } from './pulse.ts'

export type NatsOptions = {
  node: string
  /** One server or some of a cluster, separated by commas. A user and a password, or a token, may stand in the first. */
  url: string
  /** Keeps sites that share a NATS server apart. */
  site: string
  log: Logger
  onAct(act: Act): void
}

// What nodes say of themselves: a word and their name.
const pulseSubject = 'nodes'

/** One subject for each group and each person: a node hears only what its browsers need. */
export class NatsBus implements Bus {
  readonly notifiesAs = null
  readonly #options: NatsOptions
  readonly #pulse: Pulse
  /** What is to be heard; null while there is no connection to hear it on. */
  readonly #subscriptions = new Map<string, Subscription | null>()
  #connection: NatsConnection | null = null
  #isConnecting = false
  #isClosed = false

  constructor(options: NatsOptions) {
    this.#options = options
    this.#pulse = new Pulse({
      say: word => this.#say(word),
      revive: () => void this.#connect(),
      log: options.log,
    })
  }

  /** Resolves once it was tried for the first time; from then on it is tried again and again. */
  async open(): Promise<void> {
    await this.#connect()
    await this.#pulse.start()
  }

  get isAway(): boolean {
    return this.#pulse.isAway
  }

  get gaps(): number {
    return this.#pulse.gaps
  }

  send(acts: Act[]): void {
    if (this.isAway) return
    for (const act of acts) this.#connection?.publish(this.#fullName(subjectOf(act)), JSON.stringify(act))
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

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#pulse.stop()
    await this.#connection?.close()
  }

  async #connect(): Promise<void> {
    if (this.#isConnecting || this.#isClosed) return
    this.#isConnecting = true
    this.#connection?.close().catch(() => {})
    this.#connection = null
    try {
      const connection = await connect({ ...serversOf(this.#options.url), ...connectionOptions })
      this.#connection = connection
      connection.closed().then(() => {
        if (this.#connection === connection && !this.#isClosed) this.#pulse.broke()
      })
      connection.subscribe(this.#fullName(pulseSubject), {
        callback: (_error, message) => {
          const [word = '', node = ''] = message.string().split(' ')
          this.#pulse.heard(node, word)
        },
      })
      for (const subject of this.#subscriptions.keys()) this.attend(subject)
    } catch (error) {
      this.#options.log.debug({ error }, 'NATS cannot be reached')
    }
    this.#isConnecting = false
  }

  #subscribe(subject: string): Subscription | null {
    if (!this.#connection || this.#connection.isClosed()) return null
    return this.#connection.subscribe(this.#fullName(subject), {
      callback: (error, message) => {
        if (!error) this.#options.onAct(message.json<Act>())
      },
    })
  }

  async #say(word: Word): Promise<void> {
    if (!this.#connection) throw new Error('not connected')
    this.#connection.publish(this.#fullName(pulseSubject), `${word} ${this.#options.node}`)
    await this.#connection.flush()
  }

  #fullName(subject: string): string {
    return `grouplight.${this.#options.site}.${subject}`
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
