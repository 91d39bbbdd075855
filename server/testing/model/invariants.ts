import { expect } from 'vitest'
import { type Database, rows } from '#platform/database/database.ts'

/** Throws if the stored data breaks an invariant. Does not rely on the constraints of the database. */
export async function checkInvariants(database: Database): Promise<void> {
  const broken = await rows<{ what: string; key: string }>(database)`
    select 'more than one membership' as what, group_id || ' ' || user_id as key
    from memberships group by 2 having count(*) > 1
    union all
    select 'a group without its creator', id from groups g
    where g.created_by is not null and not exists (select 1 from memberships m where m.group_id = g.id and m.user_id = g.created_by)
    union all
    select 'a hidden group', id from groups g where not exists (select 1 from memberships m where m.group_id = g.id)
    union all
    select 'a group without an admin for no time', id from groups where created_by is null and without_admin_since is null
    union all
    select 'more than one request to take over', group_id from memberships
    where take_over_asked_at is not null group by group_id having count(*) > 1
    union all
    select 'a request to take over by somebody who is not a deputy', group_id || ' ' || user_id from memberships
    where take_over_asked_at is not null and deputy_since is null
    union all
    select 'a creator who is also a deputy', g.id from groups g
    join memberships m on m.group_id = g.id and m.user_id = g.created_by where m.deputy_since is not null
    union all
    select 'more than one pending invitation', group_id || ' ' || email
    from invitations where status = 'pending' group by 2 having count(*) > 1
    union all
    select 'more than one offer', group_id from memberships
    where group_offered_at is not null group by group_id having count(*) > 1
    union all
    select 'an offer to the creator', m.group_id from memberships m join groups g on g.id = m.group_id
    where m.group_offered_at is not null and m.user_id = g.created_by
    union all
    select 'a pending invitation of somebody who is neither the creator nor a deputy', i.id
    from invitations i join groups g on g.id = i.group_id
    where i.status = 'pending' and i.invited_by is distinct from g.created_by and not exists (
      select 1 from memberships m where m.group_id = g.id and m.user_id = i.invited_by and m.deputy_since is not null
    )
    union all
    select 'more than one notification about a notice', n.user_id || ' ' || n.notice_id from notifications n
    group by n.user_id, n.notice_id having count(*) > 1
    union all
    select 'a notification without a notice', n.user_id || ' ' || n.notice_id from notifications n
    where not exists (select 1 from notices where id = n.notice_id)
    union all
    select 'a status notice out of order', group_id || ' ' || id
    from (
      select s.group_id, s.id, s.number,
        lead(s.number, 1, g.notice_count + 1) over (partition by s.group_id order by s.id) as next
      from status_notices s left join groups g on g.id = s.group_id
    ) numbered
    where next is distinct from number + 1
    union all
    select 'a status notice that is also another notice', s.id::text from status_notices s join notices n on n.id = s.id
    union all
    select 'a status notice that is newer than the last one of its group', s.group_id || ' ' || s.id
    from status_notices s join groups g on g.id = s.group_id where s.id > g.last_notice_id
    union all
    select 'more status notices read than there were', m.group_id || ' ' || m.user_id
    from memberships m join groups g on g.id = m.group_id where m.read_number > g.notice_count
    union all
    select 'a deleted status notice that does not count as read', m.group_id || ' ' || m.user_id
    from memberships m join groups g on g.id = m.group_id
    where m.read_number < g.notice_count - (select count(*) from status_notices s where s.group_id = g.id)
    union all
    select 'own status notices miscounted', m.group_id || ' ' || m.user_id from memberships m
    where m.own_since_read <> (
      select count(*) from status_notices s
      where s.group_id = m.group_id and s.user_id = m.user_id and s.number > m.read_number
    )
    union all
    select 'an unread status notice from before the joining', m.group_id || ' ' || m.user_id from memberships m
    where exists (
      select 1 from status_notices s where s.group_id = m.group_id and s.id <= m.notices_after and s.number > m.read_number
    )
    union all
    select 'a single reading without a status notice of another member', r.group_id || ' ' || r.user_id || ' ' || r.number
    from status_readings r join memberships m on m.group_id = r.group_id and m.user_id = r.user_id
    where r.number > m.read_number and not exists (
      select 1 from status_notices s where s.group_id = r.group_id and s.number = r.number and s.user_id <> r.user_id
    )
    union all
    select 'a follow between others than two members', f.group_id || ' ' || f.user_id || ' ' || f.member_id from follows f
    where f.user_id = f.member_id or 2 <> (
      select count(*) from memberships m where m.group_id = f.group_id and m.user_id in (f.user_id, f.member_id)
    )
    union all
    select 'a watch between others than two members', w.id from watches w
    where w.user_id = w.member_id or (
      select count(*) from memberships m where m.group_id = w.group_id and m.user_id in (w.user_id, w.member_id)
    ) <> case when w.member_id is null then 1 else 2 end
    union all
    select 'a watch in a group that is not marked', w.id from watches w join groups g on g.id = w.group_id where not g.watched
    union all
    select 'a watch that is fulfilled', w.id from watches w
    where exists (
      select 1 from memberships m where m.group_id = w.group_id and m.user_id = w.member_id and m.status
    ) or w.needed <= (
      select count(*) from memberships m where m.group_id = w.group_id and m.user_id <> w.user_id
        and m.status and m.asked_at is null
    )
    union all
    select 'more than one identical watch', group_id || ' ' || user_id from watches
    group by group_id, user_id, member_id, needed having count(*) > 1
    union all
    select 'a wrong number of covering members', g.id from groups g
    where g.covered is distinct from case when g.needed is not null then (
      select count(*) from memberships m where m.group_id = g.id and m.status and m.asked_at is null
    ) end
    union all
    select 'a change of coverage that is not due, or one that is due without being a change', g.id from groups g
    where (g.coverage_due_at is not null)
      is distinct from coalesce((g.covered >= g.needed) <> (g.coverage_alerted = 'enough'), false)
    union all
    select 'a side of coverage without a needed number, or a needed number without a side', g.id from groups g
    where (g.needed is null) <> (g.coverage_alerted is null)
    union all
    select 'an end, a note or a question of an Unavailable member', m.group_id || ' ' || m.user_id from memberships m
    where not m.status and (m.note is not null or coalesce(m.available_until, m.asked_at, m.confirmed_at, m.due_at) is not null)
    union all
    select 'an end that is not due', m.group_id || ' ' || m.user_id from memberships m
    where m.available_until < coalesce(m.due_at, 'infinity')
    union all
    select 'an unknown ringing rule', m.group_id || ' ' || m.user_id from memberships m
    where m.rings not in ('all', 'followed', 'none')
    union all
    select 'an open call with enough answers', c.id from calls c where c.closed_at is null and c.needed <= (
      select count(*) from call_answers a where a.call_id = c.id and a.can
    )
    union all
    select 'an open call that does not ask a member who is Available, or does not notice when the member becomes Available', c.id from calls c join groups g on g.id = c.group_id
    where c.closed_at is null and exists (
      select 1 from memberships m
      where m.group_id = g.id and m.user_id <> c.asker_id and (m.status or m.last_updated > coalesce(g.uncalled_at, '-infinity'))
        and not exists (select 1 from called k where k.call_id = c.id and k.user_id = m.user_id)
    )
    union all
    select 'an answer or a question to somebody who is not a member', told.call_id || ' ' || told.user_id
    from (select call_id, user_id from call_answers union select call_id, user_id from called) told
    join calls c on c.id = told.call_id
    where not exists (select from memberships m where m.group_id = c.group_id and m.user_id = told.user_id)
    union all
    select 'a single reading without a membership', r.group_id || ' ' || r.user_id from status_readings r
    where not exists (select 1 from memberships m where m.group_id = r.group_id and m.user_id = r.user_id)`
  expect(broken).toEqual([])
}
