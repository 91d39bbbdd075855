import { sql } from 'drizzle-orm'
import { expireSessions } from '#account/sign-out.ts'
import { rows } from '#database/database.ts'
import { expireInvitations } from '#invitation/pending.ts'
import type { Services } from '#services.ts'

/** Ends the sessions and invitations that have expired. */
export async function endExpired(services: Services): Promise<void> {
  await expireSessions(services)
  await expireInvitations(services)
}

/** Returns when the next session or invitation expires, or null. */
export async function nextExpiry({ database }: Services): Promise<Date | null> {
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
