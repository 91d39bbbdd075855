import { sql } from 'drizzle-orm'
import type { UnitOfWork } from '#commit/commit.ts'
import { rows } from '#database/database.ts'
import { notify } from '#notification/notify.ts'
import type { Services } from '#services.ts'

type Fulfilled = {
  userId: string
  groupId: string
  groupName: string
  memberId: string | null
  memberName: string | null
  /** How many members other than the watch's user are Available. */
  available: number
}

/** The transaction must have locked the groups in an earlier statement, so that the numbers of Available members are exact. */
export async function fulfilWatches(
  transaction: UnitOfWork,
  { clock }: Pick<Services, 'clock'>,
  groupIds: string[],
): Promise<void> {
  if (groupIds.length === 0) return
  const now = clock.now().toISOString()
  const fulfilled = await rows<Fulfilled>(
    transaction,
    sql`
      with available as (
        select group_id, count(*) filter (where status) as count
        from memberships where group_id in ${groupIds} group by group_id
      ), due as (
        select w.id, w.ends_at, w.group_id, w.user_id, w.member_id, a.count - own.status::int as available
        from watches w
        join available a on a.group_id = w.group_id
        join memberships own on own.group_id = w.group_id and own.user_id = w.user_id
        left join memberships m on m.group_id = w.group_id and m.user_id = w.member_id
        where w.ends_at <= ${now} or m.status or w.needed <= a.count - own.status::int
      ), ended as (
        delete from watches where id in (select id from due) returning id
      ), no_longer_watched as (
        update groups g set watched = false
        where g.id in ${groupIds} and g.watched
          and not exists (select from watches w where w.group_id = g.id and w.id not in (select id from due))
      )
      select d.user_id as "userId", g.id as "groupId", g.name as "groupName", d.member_id as "memberId",
        u.display_name as "memberName", d.available::int as available
      from due d
      -- This join leaves out a watch that its user has removed at the same time.
      join ended on ended.id = d.id
      join groups g on g.id = d.group_id
      left join users u on u.uid = d.member_id
      where d.ends_at > ${now}
      order by g.id, d.member_id, d.available, d.user_id`,
  )
  for (const same of byNotice(fulfilled)) {
    const [{ groupId, groupName, memberId, memberName, available }] = same
    const notice = {
      recipients: [...new Set(same.map(({ userId }) => userId))],
      group: { id: groupId, name: groupName },
    }
    if (memberId !== null) {
      const about = { userId: memberId, displayName: memberName ?? '' }
      await notify(transaction, clock, { kind: 'membership.awaited', ...notice, about })
    } else await notify(transaction, clock, { kind: 'group.reached', ...notice, count: available })
    for (const userId of notice.recipients)
      transaction.sendTo(userId, ['watch.fulfilled', groupId, memberId ?? available])
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
