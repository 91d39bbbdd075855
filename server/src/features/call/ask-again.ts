import { type Call, maxRings, ringPauseMinutes } from '@grouplight/contract/call.ts'
import { eq } from 'drizzle-orm'
import type { GroupRequest } from '#features/group/membership.ts'
import { minuteMs, secondMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { preparedIn, rows } from '#platform/database/database.ts'
import { calls, groups } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { type CallRequest, lockOwnOpenCall, publishCall, publishCallFor } from './call-store.ts'
import { countRing } from './open-call.ts'
import { ringAsked, tellAsked } from './tell.ts'

/** Rings once more for those who have not answered. */
export async function ringCall(services: Services, input: CallRequest): Promise<Call> {
  return commit(services, async transaction => {
    const locked = await lockOwnOpenCall(transaction, input)
    const { call } = locked
    const now = services.clock.now()
    const ringFromMs = call.rungAt.getTime() + ringPauseMinutes * minuteMs
    if (call.rings >= maxRings || ringFromMs > now.getTime()) {
      const againMs = call.rings >= maxRings ? call.endsAt.getTime() : ringFromMs
      const retryAfterSeconds = Math.ceil((againMs - now.getTime()) / secondMs)
      throw new Problem('too-many-requests.rings', { retryAfterSeconds })
    }
    await countRing(transaction, services, call.groupId)
    await transaction
      .update(calls)
      .set({ rungAt: now, rings: call.rings + 1 })
      .where(eq(calls.id, call.id))
    await ringAsked(transaction, services, locked)
    return publishCallFor(transaction, call, input.userId)
  })
}

/** Asks the members who were not available, too. */
export async function askEverybody(services: Services, input: CallRequest): Promise<Call> {
  return commit(services, async transaction => {
    const locked = await lockOwnOpenCall(transaction, input)
    const { call } = locked
    await countRing(transaction, services, call.groupId)
    const added = await rows<{ userId: string }>(transaction)`
      insert into called (call_id, user_id)
      select ${call.id}, user_id from memberships where group_id = ${call.groupId} and user_id <> ${call.askerId}
      on conflict do nothing returning user_id as "userId"`
    if (added.length === 0) throw new Problem('nobody-to-ask')
    await transaction.update(calls).set({ everybody: true }).where(eq(calls.id, call.id))
    await tellAsked(transaction, services, locked, { only: added.map(({ userId }) => userId) })
    return publishCallFor(transaction, call, input.userId)
  })
}

// $1 and $2 have the ids of the groups and of the members, and $3 is the time.
const askStatement = {
  name: 'ask newly available',
  text: `
    insert into called (call_id, user_id)
    select c.id, m.user_id
    from unnest($1::text[], $2::text[]) changed (group_id, user_id)
    join memberships m on m.group_id = changed.group_id and m.user_id = changed.user_id
    join calls c on c.group_id = m.group_id
    where c.closed_at is null and c.ends_at > $3::timestamptz and m.status and m.user_id <> c.asker_id
      and not exists (select from called k where k.call_id = c.id and k.user_id = m.user_id)
    on conflict do nothing returning call_id as "callId", user_id as "userId"`,
}

/** Asks those of these members who have become Available while a call is open in their group. The groups are locked. */
export async function askNewlyAvailable(
  transaction: UnitOfWork,
  services: Pick<Services, 'clock' | 'site' | 'secret'>,
  members: GroupRequest[],
): Promise<void> {
  if (members.length === 0) return
  const values = [
    members.map(({ groupId }) => groupId),
    members.map(({ userId }) => userId),
    services.clock.now().toISOString(),
  ]
  const added = await preparedIn<{ callId: string; userId: string }>(transaction, askStatement, values)
  for (const [callId, newcomers] of Map.groupBy(added, ({ callId }) => callId)) {
    const [found] = await transaction
      .select()
      .from(calls)
      .innerJoin(groups, eq(groups.id, calls.groupId))
      .where(eq(calls.id, callId))
    if (!found) continue
    const only = newcomers.map(({ userId }) => userId)
    // They are looking at the page at this moment.
    await tellAsked(
      transaction,
      services,
      { call: found.calls, group: found.groups },
      { only, delayMs: minuteMs },
    )
    await publishCall(transaction, found.calls)
  }
}
