import { addMs, secondMs } from '#clock.ts'
import { every, type Schedule } from '#schedule/every.ts'
import type { Services } from '#services.ts'
import { type Job, jobs } from './jobs.ts'

const tickMs = secondMs / 2

/** Runs every job once. */
export async function runMaintenance(services: Services): Promise<void> {
  for (const { run } of jobs) await run(services)
}

/** Runs every job now and whenever it is due. Returns a function that stops the jobs and waits for the current runs. */
export function startMaintenance(services: Services): () => Promise<void> {
  const schedules = jobs.map(job => startJob(services, job))
  return async () => {
    await Promise.all(schedules.map(({ stop }) => stop()))
  }
}

/**
 * Runs a job now and whenever it is due, on one node at a time. It compares the clock with the due time twice a second, because one
 * long timer would fire late after the machine was asleep.
 */
export function startJob(services: Services, { name, pauseMs, run, nextDue, isCounted }: Job): Schedule {
  const { clock, counts, database, log } = services
  let ranAt = clock.now()
  let dueAt = ranAt

  async function runIfDue(): Promise<void> {
    // The clock is before the last run if it was set back. Then the due time is too late.
    if (clock.now() >= ranAt && clock.now() < dueAt) return
    try {
      const isDone = await database.tryWithLock(name, () => run(services))
      if (isDone && isCounted) counts.maintenanceRuns++
    } finally {
      ranAt = clock.now()
      dueAt = addMs(ranAt, pauseMs)
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
