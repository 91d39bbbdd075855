import type { Prompt } from '@grouplight/contract/question.ts'
import { sql } from 'drizzle-orm'
import { commit } from '#platform/database/commit.ts'
import { rows } from '#platform/database/database.ts'
import { pushLifeMs } from '#platform/push/push-content.ts'
import { destinationsOf, queuePushes } from '#platform/push/queue-pushes.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { nextPromptAfter, offeredEnd } from './next-prompt.ts'

type DuePrompt = {
  groupId: string
  userId: string
  prompt: Prompt
  dueMs: number
  groupName: string
  isAvailable: boolean
}

const promptsAtOnce = 500

/**
 * Sends the due prompts to the devices and hooks of their users. A prompt is skipped until its next time if the user is Available in
 * the group, if the offered end has passed, or if the push would already have expired.
 */
export async function sendDuePrompts(services: Services): Promise<void> {
  for (let more = true; more; )
    more = await commit(services, async transaction => {
      const now = services.clock.now()
      const due = await lockDue(transaction, now)
      if (due.length === 0) return false
      await setNextTimes(transaction, due, now)
      await push(
        transaction,
        due.filter(({ isAvailable }) => !isAvailable),
        now,
      )
      return due.length === promptsAtOnce
    })
}

function lockDue(transaction: UnitOfWork, now: Date): Promise<DuePrompt[]> {
  return rows<DuePrompt>(transaction)`
    select p.group_id as "groupId", p.user_id as "userId", p.prompt, (extract(epoch from p.due_at) * 1000)::float8 as "dueMs",
      g.name as "groupName", m.status as "isAvailable"
    from prompts p
    join groups g on g.id = p.group_id
    join memberships m on m.group_id = p.group_id and m.user_id = p.user_id
    where p.due_at <= ${now.toISOString()}
    order by p.due_at limit ${promptsAtOnce} for update of p skip locked`
}

async function setNextTimes(transaction: UnitOfWork, due: DuePrompt[], now: Date): Promise<void> {
  const next = due.map(({ groupId, userId, prompt }) => ({
    groupId,
    userId,
    dueAt: new Date(nextPromptAfter(now.getTime(), prompt)).toISOString(),
  }))
  await transaction.execute(sql`
    update prompts p set due_at = n."dueAt"
    from json_to_recordset(${JSON.stringify(next)}::json) as n ("groupId" text, "userId" text, "dueAt" timestamptz)
    where p.group_id = n."groupId" and p.user_id = n."userId"`)
}

async function push(transaction: UnitOfWork, due: DuePrompt[], now: Date): Promise<void> {
  const kind = 'availability.prompt'
  const inTime = due.filter(
    ({ dueMs, prompt }) => now.getTime() < Math.min(offeredEnd(dueMs, prompt), dueMs + pushLifeMs(kind)),
  )
  const same = Map.groupBy(inTime, ({ groupId, prompt, dueMs }) =>
    JSON.stringify([groupId, offeredEnd(dueMs, prompt), prompt.until]),
  )
  for (const users of same.values()) {
    const [{ groupId, groupName, prompt, dueMs }] = users as [DuePrompt]
    const until = { at: new Date(offeredEnd(dueMs, prompt)).toISOString(), time: prompt.until }
    const destinations = destinationsOf(users.map(({ userId }) => userId))
    await queuePushes(
      transaction,
      destinations,
      { kind, group: { id: groupId, name: groupName }, until },
      now,
    )
  }
}
