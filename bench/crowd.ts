import { forgetToggles, load, toggle, wave } from './asking.ts'
import type { CrowdReport, CrowdTask } from './crowd-task.ts'
import { percentiles } from './figures.ts'
import { closeIdleLines } from './http-line.ts'
import { closeScreens, countWhatIsMissing, openScreens, pauseOne } from './screens.ts'
import { figures, giveUpInTime } from './watch.ts'

process.on('message', async (task: CrowdTask) => {
  try {
    process.send?.(await run(task))
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
})

async function run(task: CrowdTask): Promise<CrowdReport | null> {
  switch (task.do) {
    case 'open':
      await openScreens(task.urls, task.people, task.bare ?? false)
      return null
    case 'pause':
      pauseOne()
      return null
    case 'close':
      closeScreens()
      forgetToggles()
      return null
    case 'wave':
      return report(() => wave(task))
    case 'load':
      return report(() => load(task))
    case 'toggle':
      return report(() => toggle(task), task.cutShare ? countWhatIsMissing : undefined)
  }
}

async function report(work: () => Promise<number[]>, afterwards?: () => Promise<void>): Promise<CrowdReport> {
  Object.assign(figures, {
    deliveries: 0,
    frames: 0,
    bytes: 0,
    lost: 0,
    doubled: 0,
    fetches: 0,
    catchUpMs: 0,
  })
  const giveUp = giveUpInTime()
  const startedAt = performance.now()
  const latencies = await work()
  const seconds = (performance.now() - startedAt) / 1000
  await afterwards?.()
  giveUp()
  closeIdleLines()
  return { times: latencies.length, seconds, ...figures, latencyMs: percentiles(latencies) }
}
