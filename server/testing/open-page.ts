import { setTimeout as wait } from 'node:timers/promises'
import { type LiveMessage, livePath } from '@grouplight/contract/live.ts'
import { WebSocket } from 'ws'
import { openLiveConnection, type Socket } from '../../web/src/live/live-connection.ts'

type Group = { id: string; version: number }

/**
 * An open dashboard with the live connection of the web app. It fetches the dashboard after each hello and after a gap in the
 * versions of a group.
 */
export class OpenPage {
  readonly versions = new Map<string, number>()
  readonly failures: string[] = []
  readonly closeCodes: number[] = []
  /** The times in milliseconds (performance.now) of all attempts to connect. */
  readonly connectAttempts: number[] = []
  /** The durations of the disconnections in milliseconds. */
  readonly awayMs: number[] = []
  isLive = false
  reads = 0
  readonly #url: string
  readonly #token: string
  readonly #newest = new Map<string, number>()
  readonly #connection: ReturnType<typeof openLiveConnection>
  #lostAt: number | null = null
  #tag = ''
  #isReading = false
  #isStale = false

  constructor(url: string, { token }: { token: string }) {
    this.#url = url
    this.#token = token
    this.#connection = openLiveConnection({
      connect: () => this.#connect(),
      onMessage: message => this.#receive(message),
      onRefused: () => void this.#fetch('/api/session'),
      onChange: ({ status }) => this.#setLive(status === 'live'),
    })
  }

  /** Whether the page is connected and shows all toggles that live messages have announced. */
  get isUpToDate(): boolean {
    return this.isLive && !this.#isReading && !this.#isBehind()
  }

  close(): void {
    this.#connection.close()
  }

  #connect(): Socket {
    this.connectAttempts.push(performance.now())
    const socket = new WebSocket(this.#url.replace('http', 'ws') + livePath, { headers: this.#headers() })
    socket.on('error', () => {})
    socket.on('close', code => {
      if (this.isLive) this.closeCodes.push(code)
    })
    return socket as unknown as Socket
  }

  #setLive(isLive: boolean): void {
    if (this.isLive && !isLive) this.#lostAt = performance.now()
    if (isLive && this.#lostAt !== null) this.awayMs.push(performance.now() - this.#lostAt)
    if (isLive) this.#lostAt = null
    this.isLive = isLive
  }

  #receive(message: LiveMessage): void {
    if (message[0] === 'hello') {
      this.#isStale = true
      void this.#catchUp()
    }
    if (message[0] !== 't') return
    const [, id, version] = message
    const have = this.versions.get(id) ?? 0
    this.#newest.set(id, Math.max(version, this.#newest.get(id) ?? 0))
    if (version === have + 1) this.versions.set(id, version)
    else void this.#catchUp()
  }

  #isBehind(): boolean {
    return [...this.#newest].some(([id, version]) => (this.versions.get(id) ?? 0) < version)
  }

  async #catchUp(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    while (this.#isStale || this.#isBehind()) {
      this.#isStale = false
      this.reads++
      const { dashboard } = (await this.#fetch('/api/dashboard')) as { dashboard?: { groups: Group[] } }
      for (const { id, version } of dashboard?.groups ?? [])
        this.versions.set(id, Math.max(version, this.versions.get(id) ?? 0))
    }
    this.#isReading = false
  }

  async #fetch(path: string): Promise<object> {
    try {
      const answer = await fetch(this.#url + path, {
        headers: { ...this.#headers(), 'if-none-match': this.#tag },
      })
      const body = await answer.text()
      if (answer.status === 304) return {}
      if (!answer.ok) throw new Error(`${answer.status} ${body}`)
      this.#tag = answer.headers.get('etag') ?? this.#tag
      return JSON.parse(body) as object
    } catch (error) {
      this.failures.push(`GET ${path}: ${error} ${(error as Error).cause ?? ''}`)
      await wait(500)
      return {}
    }
  }

  #headers() {
    return { authorization: `Bearer ${this.#token}` }
  }
}
