import { type LiveMessage, liveMessageSchema } from '@grouplight/contract/live.ts'
import { WebSocket } from 'ws'

const patienceMs = 10_000

/** An open screen, as far as the live connection knows it: everything it is told, in order. */
export class LiveScreen {
  readonly heard: LiveMessage[] = []
  readonly closed: Promise<number>
  readonly socket: WebSocket
  /** Told of every message as it comes, beats excepted. */
  onMessage: (message: LiveMessage) => void = () => {}
  readonly #waiting = new Set<() => void>()
  readonly #pings: (() => void)[] = []

  constructor(url: string, headers: Record<string, string>) {
    this.socket = new WebSocket(url, { headers })
    this.closed = new Promise(resolve => this.socket.once('close', resolve))
    this.socket.on('error', () => {})
    this.socket.on('message', data => {
      const message = liveMessageSchema.parse(JSON.parse(String(data)))
      if (message[0] === 'beat') this.#pings.shift()?.()
      else {
        this.heard.push(message)
        this.onMessage(message)
      }
      for (const wake of this.#waiting) wake()
    })
  }

  /** The first message heard so far, or from now on, that fits. */
  async next(fits: (message: LiveMessage) => boolean): Promise<LiveMessage> {
    const found = this.heard.find(fits)
    if (found) return found
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(wake)
        reject(new Error(`Waited in vain. Heard: ${JSON.stringify(this.heard)}`))
      }, patienceMs)
      const wake = () => {
        const found = this.heard.find(fits)
        if (!found) return
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve(found)
      }
      this.#waiting.add(wake)
    })
  }

  /** Everything that was said before now has arrived: the server answers in order. */
  async settled(): Promise<LiveMessage[]> {
    await new Promise<void>(resolve => {
      this.#pings.push(resolve)
      this.socket.send('ping')
    })
    return this.heard
  }

  /** Forgets what was heard so far. */
  clear(): void {
    this.heard.length = 0
  }

  close(): void {
    this.socket.terminate()
  }
}
