import { setTimeout as wait } from 'node:timers/promises'

export type Wakeable = {
  wake(id: string): void
  /** Resolves when the current run has ended. */
  stop(): Promise<void>
}

/** Runs `work` at most once a second, with the ids that have been passed to `wake` since the last run. The ids are only in memory. */
export function onceASecond(
  work: (ids: string[]) => Promise<void>,
  onError: (error: unknown) => void,
): Wakeable {
  const waiting = new Set<string>()
  let running: Promise<void> | undefined
  const stopping = new AbortController()

  async function run(): Promise<void> {
    while (waiting.size > 0 && !stopping.signal.aborted) {
      const ids = [...waiting]
      waiting.clear()
      await work(ids).catch(onError)
      await wait(1_000, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
    running = undefined
  }

  return {
    wake(id) {
      waiting.add(id)
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
