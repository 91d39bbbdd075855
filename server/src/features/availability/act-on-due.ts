import { sql } from 'drizzle-orm'
import { commit } from '#platform/database/commit.ts'
import { rows } from '#platform/database/database.ts'
import type { Services } from '#services.ts'
import { askQuestions } from './ask-questions.ts'
import { isAmong, keyOf, type MembershipKey, setDueTimes } from './due-at.ts'
import { endAvailabilities } from './end-availabilities.ts'
import { remindOfEnds } from './remind-of-ends.ts'

// While a transaction has locked a group, toggles in the group wait. Therefore a transaction must be short.
const mostAtOnce = 100

/** Carries out the due ends, reminders and questions. */
export async function actOnDue(services: Services): Promise<void> {
  while ((await actOnSome(services)) === mostAtOnce);
}

async function actOnSome(services: Services): Promise<number> {
  const { database, clock } = services
  const now = clock.now()
  const found = await rows<MembershipKey>(database)`
    select group_id as "groupId", user_id as "userId" from memberships
    where due_at <= ${now.toISOString()} order by due_at, group_id limit ${mostAtOnce}`
  if (found.length === 0) return 0
  await commit(services, async transaction => {
    const groupIds = [...new Set(found.map(({ groupId }) => groupId))]
    await transaction.execute(sql`select from groups where id in ${groupIds} order by id for no key update`)
    // Between the first query and the lock, a toggle or another node may have changed the due times.
    const due = await rows<MembershipKey>(transaction)`
      select group_id as "groupId", user_id as "userId" from memberships m
      where ${isAmong(found)} and due_at <= ${now.toISOString()}
      for no key update`
    if (due.length === 0) return
    const ended = await endAvailabilities(transaction, services, due, now)
    const others = due.filter(key => !ended.has(keyOf(key)))
    if (others.length > 0) {
      await remindOfEnds(transaction, others, now)
      await askQuestions(transaction, services, others, now)
      await setDueTimes(transaction, others, now)
    }
  })
  return found.length
}
