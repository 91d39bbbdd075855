import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { programEnv } from '../../server/testing/program-env.ts'

const startsWithinMs = 60_000
const stopsWithinMs = 10_000

/** A child process with a temporary folder of its own. `stop` also ends the child processes of the program. */
export class Program {
  readonly folder = mkdtempSync(join(tmpdir(), 'grouplight-engine-'))
  readonly #process: ChildProcess
  readonly #ended: Promise<unknown>
  /** This function is also called if the test runner exits before `stop` is called. */
  readonly #kill = () => this.#signal('SIGKILL')
  #output = ''

  constructor(command: string, args: (folder: string) => string[], env: Record<string, string> = {}) {
    this.#process = spawn(command, args(this.folder), {
      // Creates a process group, so that a signal also reaches the child processes of the program.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      env: { ...programEnv, HOME: this.folder, LANG: 'C.UTF-8', ...env },
    })
    this.#ended = once(this.#process, 'exit')
    process.once('exit', this.#kill)
    for (const stream of this.#process.stdio.slice(1) as Readable[])
      stream.on('data', chunk => {
        this.#output += chunk
      })
  }

  /**
   * Waits until the program has written a matching text to stdout, stderr or file descriptor 3. Returns the text of the pattern's
   * first capturing group.
   */
  waitForOutput(pattern: RegExp): Promise<string> {
    return this.#until(async () => this.#output.match(pattern)?.[1])
  }

  async waitForServer(address: string): Promise<void> {
    await this.#until(() => fetch(address).catch(() => undefined))
  }

  async stop(): Promise<void> {
    if (this.#isRunning()) {
      this.#signal('SIGTERM')
      const late = setTimeout(this.#kill, stopsWithinMs)
      await this.#ended
      clearTimeout(late)
    }
    this.#kill()
    process.off('exit', this.#kill)
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  async #until<Found>(find: () => Promise<Found | undefined>): Promise<Found> {
    for (const deadline = Date.now() + startsWithinMs; Date.now() < deadline && this.#isRunning(); ) {
      const found = await find()
      if (found !== undefined) return found
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    throw new Error(`${this.#process.spawnfile} did not start: ${this.#output}`)
  }

  #isRunning(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null
  }

  #signal(signal: NodeJS.Signals): void {
    try {
      process.kill(-(this.#process.pid as number), signal)
    } catch {
      // All processes of the group have ended already.
    }
  }
}
