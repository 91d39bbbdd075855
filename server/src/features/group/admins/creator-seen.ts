import { creatorAwayDays } from '@grouplight/contract/group.ts'
import { operatorSessionLifeMs, sessionLifeMs } from '#features/account/sessions.ts'
import { addMs, dayMs } from '#platform/clock.ts'
import { rows } from '#platform/database/database.ts'
import type { Services } from '#services.ts'

/** In UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** A creator who was last seen on this day, or before, is away. */
export function awaySince(now: Date): string {
  return dayOf(addMs(now, -creatorAwayDays * dayMs))
}

/**
 * Notes the days on which creators of groups with deputies last used their sessions. Groups that are locked wait for the next run, so that
 * there is no deadlock.
 */
export async function noteSeenCreators({ database }: Services): Promise<void> {
  const [lifeSeconds, ofOperator] = [sessionLifeMs / 1000, operatorSessionLifeMs / 1000]
  await rows(database)`
    update groups set creator_seen_on = seen.day
    from (
      select g.id, noted.day
      from groups g
      cross join lateral (
        select case when exists (select from memberships m where m.group_id = g.id and m.deputy_since is not null) then greatest(
          g.creator_seen_on,
          (
            select (max(s.expires_at) - make_interval(secs => case when u.is_operator then ${ofOperator} else ${lifeSeconds} end::float8)) at time zone 'UTC'
            from users u join sessions s on s.user_id = u.uid where u.uid = g.created_by group by u.uid
          )::date
        ) end as day
      ) noted
      where g.creator_seen_on is not null and g.creator_seen_on is distinct from noted.day
      for no key update of g skip locked
    ) seen
    where groups.id = seen.id`
}
