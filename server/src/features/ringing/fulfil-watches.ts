import { notify } from '#features/notification/notify.ts'
import { isConfirmed } from '#platform/database/conditions.ts'
import { preparedIn } from '#platform/database/database.ts'
import { sendTo } from '#platform/live/tell.ts'
import type { Services, UnitOfWork } from '#services.ts'

type Fulfilled = {
  userId: string
  groupId: string
  groupName: string
  memberId: string | null
  memberName: string | null
  /** How many members other than the watch's user are Available without an open question. */
  available: number
}

// $1 has the ids of the groups, and $2 is the time.
const fulfilStatement = {
  name: 'fulfil watches',
  text: `
  with available as (
    select m.group_id, count(*) filter (where ${isConfirmed}) as count
    from memberships m
    where m.group_id in (select w.group_id from watches w where w.group_id = any($1::text[])) group by m.group_id
  ), due as (
    select w.id, w.ends_at, w.group_id, w.user_id, w.member_id, a.count - own.count as available
    from watches w
    join available a on a.group_id = w.group_id
    cross join lateral (
      select (${isConfirmed})::int as count from memberships m where m.group_id = w.group_id and m.user_id = w.user_id
    ) own
    left join memberships m on m.group_id = w.group_id and m.user_id = w.member_id
    where w.ends_at <= $2::timestamptz or m.status or w.needed <= a.count - own.count
  ), ended as (
    delete from watches where id in (select id from due) returning id
  ), no_longer_watched as (
    update groups g set watched = false
    where g.id = any($1::text[]) and g.watched
      and not exists (select from watches w where w.group_id = g.id and w.id not in (select id from due))
  )
  select d.user_id as "userId", g.id as "groupId", g.name as "groupName", d.member_id as "memberId",
    u.display_name as "memberName", d.available::int as available
  from due d
  -- This join leaves out a watch that its user has removed at the same time.
  join ended on ended.id = d.id
  join groups g on g.id = d.group_id
  left join users u on u.uid = d.member_id
  where d.ends_at > $2::timestamptz
  order by g.id, d.member_id, d.available, d.user_id`,
}

/**
 * The transaction must have locked the groups in an earlier statement, so that the numbers of Available members are exact. The
 * notices get the time `at`, which is the time of the status notice of the same change: see `decideRinging`.
 */
export async function fulfilWatches(
  transaction: UnitOfWork,
  { clock }: Pick<Services, 'clock'>,
  groupIds: string[],
  at = clock.now(),
): Promise<void> {
  if (groupIds.length === 0) return
  const values = [groupIds, at.toISOString()]
  const fulfilled = await preparedIn<Fulfilled>(transaction, fulfilStatement, values)
  for (const same of byNotice(fulfilled)) {
    const [{ groupId, groupName, memberId, memberName, available }] = same
    const notice = {
      recipients: [...new Set(same.map(({ userId }) => userId))],
      group: { id: groupId, name: groupName },
    }
    if (memberId !== null) {
      const about = { userId: memberId, displayName: memberName ?? '' }
      await notify(transaction, { now: () => at }, { kind: 'membership.awaited', ...notice, about })
    } else
      await notify(transaction, { now: () => at }, { kind: 'group.reached', ...notice, count: available })
    for (const userId of notice.recipients)
      sendTo(transaction, userId, ['watch.fulfilled', groupId, memberId ?? available])
  }
}

/**
 * Collects the watches that have a common notice. A user with several watches of numbers in a group gets only one notice if one
 * change fulfils them.
 */
function byNotice(fulfilled: Fulfilled[]): [Fulfilled, ...Fulfilled[]][] {
  const notices = new Map<string, [Fulfilled, ...Fulfilled[]]>()
  for (const watch of fulfilled) {
    const key = `${watch.groupId} ${watch.memberId ?? watch.available}`
    const same = notices.get(key)
    if (same) same.push(watch)
    else notices.set(key, [watch])
  }
  return [...notices.values()]
}
