import { addMs, dayMs, dayOf } from '#platform/clock.ts'
import { rows } from '#platform/database/database.ts'
import type { Services } from '#services.ts'

const longAbsenceDays = 365
const mostAtOnce = 1_000

/** Whoever has had no session since this day, or an earlier one, has been absent for long. */
export function longAgo(now: Date): string {
  return dayOf(addMs(now, -longAbsenceDays * dayMs))
}

/**
 * Notes the day for users who have no session any more, and forgets it for those who have one again. Users who are locked wait for the next
 * run, so that there is no deadlock.
 */
export async function noteAbsences({ database, clock }: Services): Promise<void> {
  await rows(database)`
    update users set absent_since = noted.day
    from (
      select u.uid, case when u.absent_since is null then ${dayOf(clock.now())}::date end as day
      from users u where (u.absent_since is not null) = exists (select from sessions s where s.user_id = u.uid)
      limit ${mostAtOnce} for no key update of u skip locked
    ) noted
    where users.uid = noted.uid`
}
