import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { notify } from '#features/notification/notify.ts'
import { addMs, dayMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { deleteAfter } from '#platform/database/remove-in-chunks.ts'
import { keys } from '#platform/database/schema.ts'
import type { Services } from '#services.ts'

// Days before the end of a key. They are in ascending order, so that only one notification is sent if both days have come.
const warningDays = [1, 7]
const batchSize = 100

export const deleteEndedKeys = deleteAfter(keys.expiresAt)

/** Notifies users 7 days and 1 day before a key ends. A late notification has the number of days that remain. */
export async function warnOfEndingKeys(services: Services): Promise<void> {
  const now = services.clock.now()
  for (const days of warningDays) for (let more = true; more; ) more = await warn(services, days, now)
}

/** Returns whether there may be more keys that end within `days` days. */
function warn(services: Services, days: number, now: Date): Promise<boolean> {
  const { clock } = services
  return commit(services, async transaction => {
    const isDue = and(
      gt(keys.expiresAt, now),
      lte(keys.expiresAt, addMs(now, days * dayMs)),
      or(isNull(keys.warnedDays), gt(keys.warnedDays, days)),
    )
    const found = await transaction
      .select()
      .from(keys)
      .where(isDue)
      .orderBy(asc(keys.id))
      .limit(batchSize)
      .for('update')
    for (const { id, userId, expiresAt } of found) {
      const left = Math.ceil(((expiresAt ?? now).getTime() - now.getTime()) / dayMs)
      await transaction.update(keys).set({ warnedDays: days }).where(eq(keys.id, id))
      await notify(transaction, clock, { kind: 'admin.ending', recipients: [userId], count: left })
    }
    return found.length === batchSize
  })
}
