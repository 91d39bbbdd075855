import { sql } from 'drizzle-orm'
import { expireSessions } from '#account/sign-out.ts'
import { addMs, minuteMs, secondMs } from '#clock.ts'
import { rows } from '#database/database.ts'
import { expireInvitations } from '#invitation/pending.ts'
import type { Services } from '#services.ts'

const looksAheadMs = minuteMs
const tickMs = secondMs / 2

/**
 * Ends sessions and invitations within a second of their time. What is made lives for days: so the next end is looked up once
 * a minute, and in between the clock is only compared with it, which is right after a sleep of the machine, too.
 * Returns what stops it, once what is under way has ended.
 */
export function expirePunctually(services: Services): () => Promise<void> {
  const { clock, log } = services
  let dueAt = clock.now()
  let running: Promise<void> | undefined

  const expire = async () => {
    dueAt = addMs(clock.now(), looksAheadMs)
    try {
      await services.database.tryWithLock('expire', async () => {
        await expireSessions(services)
        await expireInvitations(services)
      })
      const next = await nextEnd(services)
      if (next && next < dueAt) dueAt = next
    } catch (error) {
      log.warn({ error }, 'sessions and invitations could not be ended in time')
    }
  }
  const timer = setInterval(() => {
    if (running || clock.now() < dueAt) return
    running = expire().finally(() => {
      running = undefined
    })
  }, tickMs)
  timer.unref()

  return async () => {
    clearInterval(timer)
    await running
  }
}

async function nextEnd({ database }: Services): Promise<Date | null> {
  const [next] = await rows<{ at: string | Date | null }>(
    database,
    sql`
      select least(
        (select min(expires_at) from sessions),
        (select min(expires_at) from invitations where status = 'pending')
      ) as at`,
  )
  return next?.at ? new Date(next.at) : null
}
