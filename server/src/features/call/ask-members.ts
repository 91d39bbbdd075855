import { eq, type SQL, sql } from 'drizzle-orm'
import type { GroupRequest } from '#features/group/membership.ts'
import { minuteMs } from '#platform/clock.ts'
import { preparedIn, rows } from '#platform/database/database.ts'
import { calls, groups } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { publishCall } from './call-store.ts'
import { noteUncalled } from './set-outcome.ts'
import { type TellInput, tellAsked } from './tell.ts'

// Whoever has answered before being asked, or hears of no calls, is told nothing.
const hears =
  'not m.ignores_calls and not exists (select from call_answers a where a.call_id = k.call_id and a.user_id = k.user_id)'

/** Asks members who meet the condition on `memberships`. Their emails follow after the commit. */
export async function askMembers(
  transaction: UnitOfWork,
  services: Pick<Services, 'clock'>,
  { call, group }: TellInput,
  which: SQL,
): Promise<void> {
  const added = await rows<{ userId: string; hears: boolean }>(transaction)`
    with added as (
      insert into called (call_id, user_id)
      select ${call.id}, user_id from memberships
      where group_id = ${group.id} and user_id <> ${call.askerId} and ${which}
      on conflict do nothing returning call_id, user_id
    )
    select k.user_id as "userId", ${sql.raw(hears)} as hears
    from added k join memberships m on m.group_id = ${group.id} and m.user_id = k.user_id order by 1`
  if (added.length === 0) throw new Problem('nobody-to-ask')
  const told = added.filter(({ hears }) => hears).map(({ userId }) => userId)
  await noteUncalled(transaction, services, group.id)
  await tellAsked(transaction, services, { call, group }, told)
  const unmailed = sql`array_cat(${calls.unmailed}, ${sql.param(told)}::text[])`
  await transaction.update(calls).set({ unmailed }).where(eq(calls.id, call.id))
  transaction.afterCommit(({ callMailer }) => callMailer.wake(call.id))
}

// $1 and $2 have the ids of the groups and of the members, and $3 is the time.
const askStatement = {
  name: 'ask newly available',
  text: `
    with added as (
      insert into called (call_id, user_id)
      select c.id, m.user_id
      from unnest($1::text[], $2::text[]) changed (group_id, user_id)
      join memberships m on m.group_id = changed.group_id and m.user_id = changed.user_id
      join calls c on c.group_id = m.group_id
      where c.closed_at is null and c.ends_at > $3::timestamptz and m.status and m.user_id <> c.asker_id
        and not exists (select from called k where k.call_id = c.id and k.user_id = m.user_id)
      on conflict do nothing returning call_id, user_id
    )
    select k.call_id as "callId", k.user_id as "userId", ${hears} as hears
    from added k join calls c on c.id = k.call_id
    join memberships m on m.group_id = c.group_id and m.user_id = k.user_id order by 1, 2`,
}

/** Asks those of these members who have become Available while a call is open in their group. The groups are locked. */
export async function askNewlyAvailable(
  transaction: UnitOfWork,
  services: Pick<Services, 'clock'>,
  members: GroupRequest[],
): Promise<void> {
  if (members.length === 0) return
  const values = [
    members.map(({ groupId }) => groupId),
    members.map(({ userId }) => userId),
    services.clock.now().toISOString(),
  ]
  type Added = { callId: string; userId: string; hears: boolean }
  const added = await preparedIn<Added>(transaction, askStatement, values)
  for (const [callId, newcomers] of Map.groupBy(added, ({ callId }) => callId)) {
    const [found] = await transaction
      .select()
      .from(calls)
      .innerJoin(groups, eq(groups.id, calls.groupId))
      .where(eq(calls.id, callId))
    if (!found) continue
    const told = newcomers.filter(({ hears }) => hears).map(({ userId }) => userId)
    // They are looking at the page at this moment.
    await tellAsked(transaction, services, { call: found.calls, group: found.groups }, told, minuteMs)
    await publishCall(transaction, found.calls)
  }
}
