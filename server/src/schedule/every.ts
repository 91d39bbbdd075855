/** Work that is done again and again. */
export type Schedule = {
  /** Starts a run now; while one is under way, another one right after it. */
  runNow(): void
  /** Starts no more runs. Resolves when the run under way has ended. */
  stop(): Promise<void>
}

type Options = {
  /** When the first run starts: at once, after one pause, or only when `runNow` asks for it. */
  first?: 'now' | 'after-pause' | 'on-demand'
  onError(error: unknown): void
}

/**
 * Runs `work` again and again, one run at a time. `pauseMs` is the time between the end of a run and the start of the next:
 * fixed, or asked for after each run. A run that fails goes to `onError`, and the next one comes as usual.
 */
export function every(
  pauseMs: number | (() => Promise<number>),
  work: () => Promise<unknown>,
  { first = 'after-pause', onError }: Options,
): Schedule {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isWanted = false
  let isStopped = false

  function runNow(): void {
    if (isStopped) return
    isWanted = true
    running ??= run()
  }

  async function run(): Promise<void> {
    clearTimeout(timer)
    let pause = 0
    while (isWanted && !isStopped) {
      isWanted = false
      await work().catch(onError)
      if (!isWanted && !isStopped) pause = typeof pauseMs === 'number' ? pauseMs : await pauseMs()
    }
    running = undefined
    if (!isStopped) wait(pause)
  }

  function wait(ms: number): void {
    timer = setTimeout(runNow, ms)
    timer.unref()
  }

  if (first === 'now') runNow()
  else if (first === 'after-pause') wait(typeof pauseMs === 'number' ? pauseMs : 0)

  return {
    runNow,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
