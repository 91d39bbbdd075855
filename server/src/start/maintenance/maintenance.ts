import { addMs, secondMs } from '#platform/clock.ts'
import { every, type Schedule } from '#platform/jobs/every.ts'
import type { Services } from '#services.ts'
import { type Job, jobs } from './jobs.ts'

const tickMs = secondMs / 2
const retryMs = 5 * secondMs

export async function runMaintenance(services: Services): Promise<void> {
  for (const { run } of jobs) await run(services)
}

export function startMaintenance(services: Services): () => Promise<void> {
  const schedules = jobs.map(job => startJob(services, job))
  return async () => {
    await Promise.all(schedules.map(({ stop }) => stop()))
  }
}

/** Looks at the clock twice a second, because a long timer would fire late after the machine was suspended. */
export function startJob(services: Services, job: Job): Schedule {
  const { name, pauseMs, run, nextDue, isCounted } = job
  const { clock, counts, database, log } = services
  let ranAt = clock.now()
  let dueAt = ranAt
  const added = job.addedTimes?.(services)

  async function runIfDue(): Promise<void> {
    // If the clock was set back since the last run, the due time would be too late. Then the job runs now.
    const now = clock.now()
    const isDue = now >= dueAt || now >= (added?.get() ?? dueAt)
    if (now >= ranAt && !isDue) return
    added?.clear()
    let hasFailed = true
    try {
      const isDone = await database.tryWithLock(name, () => run(services))
      if (isDone && isCounted) counts.maintenanceRuns++
      hasFailed = false
    } finally {
      ranAt = clock.now()
      // After a failure, a job with due times is tried again soon, because some due actions may not have been carried out.
      dueAt = addMs(ranAt, hasFailed && nextDue ? retryMs : pauseMs)
    }
    const next = await nextDue?.(services)
    if (next && next < dueAt) dueAt = next
  }

  return every(tickMs, runIfDue, {
    first: 'now',
    onError(error) {
      if (isCounted) counts.failedMaintenanceRuns++
      log.warn({ error, job: name }, 'a maintenance job failed')
    },
  })
}
