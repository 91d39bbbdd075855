import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Database, rows } from '#database/database.ts'

/** Reads the tables directly, so that it does not rely on the constraints that it checks. */
export async function checkInvariants(database: Database): Promise<void> {
  const broken = await rows<{ what: string; key: string }>(
    database,
    sql`
      select 'more than one membership' as what, group_id || ' ' || user_id as key
      from memberships group by 2 having count(*) > 1
      union all
      select 'a group without its creator', id from groups g
      where not exists (select 1 from memberships m where m.group_id = g.id and m.user_id = g.created_by)
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
      select 'a pending invitation of somebody who is not the creator', i.id
      from invitations i join groups g on g.id = i.group_id
      where i.status = 'pending' and i.invited_by is distinct from g.created_by
      union all
      select 'notified twice', n.user_id || ' ' || n.notice_id from notifications n
      group by n.user_id, n.notice_id having count(*) > 1
      union all
      select 'a notification without a notice', n.user_id || ' ' || n.notice_id from notifications n
      where not exists (select 1 from notices where id = n.notice_id)`,
  )
  expect(broken).toEqual([])
}
