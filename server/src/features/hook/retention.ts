import { sql } from 'drizzle-orm'
import { addMs, type Clock, dayMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { deleteAfter } from '#platform/database/remove-in-chunks.ts'
import { hookDeliveries } from '#platform/database/schema.ts'

type On = { database: Database; clock: Clock }

export const deleteExpiredDeliveries = deleteAfter(hookDeliveries.expiresAt)

const outcomeLifeMs = dayMs

/** Outcomes are deleted after a day, because their times can reveal when somebody's availability changed. */
export async function deleteOldOutcomes({ database, clock }: On): Promise<void> {
  const oldest = addMs(clock.now(), -outcomeLifeMs).toISOString()
  await database.execute(sql`
    update hooks set outcomes = jsonb_path_query_array(outcomes, '$[*] ? (@.at > $oldest)', jsonb_build_object('oldest', ${oldest}::text))
    where outcomes -> -1 ->> 'at' <= ${oldest}`)
}
