import type { Logger } from 'pino'
import type { Act } from './act.ts'
import { Pulse, type Word } from './pulse.ts'

export type BusOptions = { node: string; url: string; log: Logger; onAct(act: Act): void }

/** What every bus is: a connection with a pulse on it, made anew when it breaks or falls silent, until the bus is closed. */
export abstract class PulsingBus {
  protected readonly options: BusOptions
  protected readonly pulse: Pulse
  #isConnecting = false
  #isClosed = false

  constructor(options: BusOptions) {
    this.options = options
    this.pulse = new Pulse({
      say: word => this.say(word),
      revive: () => void this.#reconnect(),
      log: options.log,
    })
  }

  /** Resolves once it was tried for the first time; from then on it is tried again and again. */
  async open(): Promise<void> {
    await this.#reconnect()
    await this.pulse.start()
  }

  get isAway(): boolean {
    return this.pulse.isAway
  }

  get gaps(): number {
    return this.pulse.gaps
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.pulse.stop()
    await this.disconnect()
  }

  /** Says a word to all nodes. Resolves once the bus has it. */
  protected abstract say(word: Word): Promise<unknown>
  /** Replaces the connection, whatever became of it. Resolves in any case; where nobody answers there is none. */
  protected abstract connect(): Promise<void>
  protected abstract disconnect(): Promise<void>

  async #reconnect(): Promise<void> {
    if (this.#isConnecting || this.#isClosed) return
    this.#isConnecting = true
    await this.connect()
    this.#isConnecting = false
  }
}
