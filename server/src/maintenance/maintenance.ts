import { addMs, secondMs } from '#clock.ts'
import { every, type Schedule } from '#schedule/every.ts'
import type { Services } from '#services.ts'
import { type Job, jobs } from './jobs.ts'

const tickMs = secondMs / 2

/** Runs every job once, now. */
export async function runMaintenance(services: Services): Promise<void> {
  for (const { run } of jobs) await run(services)
}

/** Runs every job now and whenever it is due. Returns what stops them, once the runs under way have ended. */
export function startMaintenance(services: Services): () => Promise<void> {
  const schedules = jobs.map(job => startJob(services, job))
  return async () => {
    await Promise.all(schedules.map(({ stop }) => stop()))
  }
}

/**
 * Runs a job now and whenever it is due: of several nodes one does it. The clock is compared with the next due time twice a
 * second, which is right after a sleep of the machine, too.
 */
export function startJob(services: Services, { name, pauseMs, run, nextDue, isSweep }: Job): Schedule {
  const { clock, counts, database, log } = services
  let ranAt = clock.now()
  let dueAt = ranAt

  async function runIfDue(): Promise<void> {
    // Before the last run: the clock was set back.
    if (clock.now() >= ranAt && clock.now() < dueAt) return
    try {
      const isDone = await database.tryWithLock(name, () => run(services))
      if (isDone && isSweep) counts.sweeps++
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
      if (isSweep) counts.failedSweeps++
      log.warn({ error, job: name }, 'a maintenance job failed')
    },
  })
}
