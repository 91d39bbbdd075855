import { rows } from '#platform/database/database.ts'
import { destinationsOf, queuePushes } from '#platform/push/queue-pushes.ts'
import type { UnitOfWork } from '#services.ts'
import { isAmong, type MembershipKey, remindedBeforeMs } from './due-at.ts'

type Ending = MembershipKey & { groupName: string; endMs: number; note: string | null }

/**
 * Reminds the members who want reminders and whose availability ends within `remindedBeforeMs`. Must run before `setDueTimes`,
 * because the previous due time shows whether a member has already been reminded.
 */
export async function remindOfEnds(
  transaction: UnitOfWork,
  members: MembershipKey[],
  now: Date,
): Promise<void> {
  const ending = await rows<Ending>(transaction)`
    select m.group_id as "groupId", m.user_id as "userId", g.name as "groupName", m.note,
      (extract(epoch from m.available_until) * 1000)::float8 as "endMs"
    from memberships m
    join groups g on g.id = m.group_id
    join users u on u.uid = m.user_id
    where ${isAmong(members)} and m.status and u.reminds_of_ends
      and m.available_until > ${now.toISOString()}
      and m.available_until - ${remindedBeforeMs} * interval '1 ms' <= ${now.toISOString()}
      and m.due_at <= m.available_until - ${remindedBeforeMs} * interval '1 ms'
      and coalesce(
        (select true from devices d where d.user_id = m.user_id and d.confirmed_at is not null limit 1),
        (select true from hooks h where h.user_id = m.user_id and h.tells_notifications and h.off_at is null limit 1)
      )`
  for (const { groupId, userId, groupName, endMs, note } of ending) {
    const group = { id: groupId, name: groupName }
    const content = { kind: 'availability.ending', group, endMs, note: note ?? undefined } as const
    await queuePushes(transaction, destinationsOf([userId]), content, now)
  }
}
