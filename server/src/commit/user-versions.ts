import { sql } from 'drizzle-orm'
import { rows, type Transaction } from '#database/database.ts'

/**
 * Increments the versions of users and returns the new versions by user id. This must be the last statement of a transaction. It
 * locks the rows in the order of the user ids, and no lock follows. So two transactions cannot cause a deadlock.
 */
export async function nextUserVersions(
  transaction: Transaction,
  userIds: string[],
): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map()
  const increased = await rows<{ userId: string; version: number }>(
    transaction,
    sql`
      insert into user_versions (user_id, version)
      select uid, 1 from users where uid in ${userIds}
      order by uid
      on conflict (user_id) do update set version = user_versions.version + 1
      returning user_id as "userId", version`,
  )
  return new Map(increased.map(({ userId, version }) => [userId, version]))
}
