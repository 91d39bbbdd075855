export type Schedule = {
  /** If a run is in progress, the next run starts directly after it. */
  runNow(): void
  /** Resolves when the current run has ended. */
  stop(): Promise<void>
}

type Work = () => Promise<unknown>
type Options = {
  first?: 'now' | 'after-pause' | 'on-demand'
  onError(error: unknown): void
}
type WithoutFirstPause = Options & { first: 'now' | 'on-demand' }

/** `pauseMs` is the time from the end of a run to the start of the next run. A function that computes it must not reject. */
export function every(pauseMs: number, work: Work, options: Options): Schedule
export function every(pauseMs: () => Promise<number>, work: Work, options: WithoutFirstPause): Schedule
export function every(
  pauseMs: number | (() => Promise<number>),
  work: Work,
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
  else if (first === 'after-pause' && typeof pauseMs === 'number') wait(pauseMs)

  return {
    runNow,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Runs the tasks one after the other, even if some of them fail. Then throws the first error. */
export async function runAll(tasks: (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const task of tasks) await task().catch(error => errors.push(error))
  if (errors.length > 0) throw errors[0]
}
