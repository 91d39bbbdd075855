/** Controls work that runs repeatedly. */
export type Schedule = {
  /** Starts a run. If one is in progress, another run starts directly after it. */
  runNow(): void
  /** Prevents further runs. Resolves when the current run has ended. */
  stop(): Promise<void>
}

type Options = {
  /** When the first run starts: at once, after one pause, or only when `runNow` is called. */
  first?: 'now' | 'after-pause' | 'on-demand'
  onError(error: unknown): void
}

/**
 * Runs `work` repeatedly, one run at a time. `pauseMs` is the time in milliseconds between the end of a run and the start of the
 * next. If it is a function, it is called after each run and must not reject. The error of a failed run goes to `onError`, and the runs continue.
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
