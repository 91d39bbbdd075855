import { clearRequestedStatus, measureToggles, requestPath, toggleEverybody } from './actions.ts'
import { percentiles } from './figures.ts'
import { closeIdleConnections } from './http-connection.ts'
import { figures, startCountingOverdue } from './load-state.ts'
import type { LoadReport, LoadTask } from './load-task.ts'
import { closeScreens, countMissing, openScreens, pauseOne } from './screens.ts'

process.on('message', async (task: LoadTask) => {
  try {
    process.send?.(await run(task))
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
})

async function run(task: LoadTask): Promise<LoadReport | null> {
  switch (task.do) {
    case 'open':
      await openScreens(task.urls, task.users, task.bare ?? false)
      return null
    case 'pause':
      pauseOne()
      return null
    case 'close':
      closeScreens()
      clearRequestedStatus()
      return null
    case 'wave':
      return report(() => toggleEverybody(task))
    case 'load':
      return report(() => requestPath(task))
    case 'toggle':
      return report(() => measureToggles(task), task.cutShare ? countMissing : undefined)
  }
}

async function report(work: () => Promise<number[]>, afterwards?: () => Promise<void>): Promise<LoadReport> {
  Object.assign(figures, {
    deliveries: 0,
    frames: 0,
    bytes: 0,
    lost: 0,
    doubled: 0,
    catchUpMs: 0,
  })
  const stopCountingOverdue = startCountingOverdue()
  const startedAt = performance.now()
  const latencies = await work()
  const seconds = (performance.now() - startedAt) / 1000
  await afterwards?.()
  stopCountingOverdue()
  closeIdleConnections()
  return { times: latencies.length, seconds, ...figures, latencyMs: percentiles(latencies) }
}
