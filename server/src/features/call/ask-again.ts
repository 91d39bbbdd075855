import { type Call, maxRings, ringPauseMinutes } from '@grouplight/contract/call.ts'
import { eq, sql } from 'drizzle-orm'
import { minuteMs, secondMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { calls } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { askMembers } from './ask-members.ts'
import { type CallRequest, lockOwnOpenCall, publishCallFor } from './call-store.ts'
import { countRing } from './open-call.ts'
import { ringAsked } from './tell.ts'

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
    await askMembers(transaction, services, locked, sql`true`)
    await transaction.update(calls).set({ everybody: true }).where(eq(calls.id, call.id))
    return publishCallFor(transaction, call, input.userId)
  })
}
