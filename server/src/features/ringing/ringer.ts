import { rows } from '#platform/database/database.ts'
import { onceASecond, type Wakeable } from '#platform/jobs/once-a-second.ts'
import type { Services } from '#services.ts'
import { decideRinging } from './decide-ringing.ts'

/** Decides for the groups passed to `wake` which devices and hooks ring. After a crash, `ringUndecided` finds these groups. */
export function createRinger(services: () => Services): Wakeable {
  return onceASecond(
    async groupIds => {
      for (const groupId of await groupsThatRing(services(), groupIds))
        await decideRinging(services(), groupId)
    },
    error => services().log.warn({ error }, 'ringing after a status change failed and will be tried again'),
  )
}

// Two of the four conditions do not depend on the group. While both are false, PostgreSQL reads nothing else.
const groupsThatRingStatement = {
  name: 'groups that ring',
  text: `
    select g.id from unnest($1::text[]) g (id)
    where (select true from devices where confirmed_at is not null limit 1) and (
      select true from memberships m join devices d on d.user_id = m.user_id
      where m.group_id = g.id and d.confirmed_at is not null limit 1
    ) or (select true from hooks where tells_notifications and off_at is null limit 1) and (
      select true from memberships m join hooks h on h.user_id = m.user_id
      where m.group_id = g.id and h.tells_notifications and h.off_at is null limit 1
    )`,
}

/** Returns the groups in which a member has a confirmed device, or a hook that is on and tells notifications. */
async function groupsThatRing(
  { database }: Pick<Services, 'database'>,
  groupIds: string[],
): Promise<string[]> {
  const found = await database.prepared<{ id: string }>(groupsThatRingStatement, [groupIds])
  return found.map(({ id }) => id)
}

/** Decides about status notices that have no decision yet, for example after a crash. */
export async function ringUndecided(services: Services): Promise<void> {
  for (const id of await undecidedGroups(services)) await decideRinging(services, id)
}

/** Returns the groups that ring and have a status notice without a decision. */
export async function undecidedGroups({ database }: Pick<Services, 'database'>): Promise<string[]> {
  const found = await rows<{ id: string }>(database)`
    select distinct g.id from (
      select user_id from devices where confirmed_at is not null
      union select user_id from hooks where tells_notifications and off_at is null
    ) t
    join memberships m on m.user_id = t.user_id
    join groups g on g.id = m.group_id
    left join ring_cursors c on c.group_id = g.id
    where g.notice_count > coalesce(c.number, 0)
    order by g.id`
  return found.map(({ id }) => id)
}
