import type { AskAgain, Prompt, QuestionSettings } from '@grouplight/contract/question.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import {
  type GroupRequest,
  groupNotFound,
  isMembership,
  lockGroupAsMember,
} from '#features/group/membership.ts'
import { commit } from '#platform/database/commit.ts'
import type { Queryable } from '#platform/database/database.ts'
import { memberships, prompts } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/tell.ts'
import type { Services } from '#services.ts'
import { setDueTimes } from './due-at.ts'
import { nextPromptAfter } from './next-prompt.ts'

type Change = {
  askAgain?: AskAgain | null | undefined
  prompt?: Prompt | null | undefined
}

export async function readQuestionSettings(
  on: Queryable,
  { userId, groupId }: GroupRequest,
): Promise<QuestionSettings> {
  const [found] = await on
    .select({
      afterMinutes: memberships.askingInterval,
      endsUnanswered: memberships.endsUnanswered,
      prompt: prompts.prompt,
    })
    .from(memberships)
    .leftJoin(prompts, and(eq(prompts.groupId, groupId), eq(prompts.userId, userId)))
    .where(isMembership({ groupId, userId }))
  if (!found) throw groupNotFound()
  const { afterMinutes, endsUnanswered, prompt } = found
  return { askAgain: askAgainOf(afterMinutes, endsUnanswered), prompt }
}

export function askAgainOf(afterMinutes: number | null, endsUnanswered: boolean): AskAgain | null {
  return afterMinutes === null ? null : { afterMinutes, endsUnanswered }
}

/**
 * Changes only the given settings. Null removes the setting. If the user now chooses `endsUnanswered`, the time for
 * answering an open question starts again, because it may already be over.
 */
export function updateQuestionSettings(
  services: Services,
  input: GroupRequest & Change,
): Promise<QuestionSettings> {
  const { userId, groupId, askAgain, prompt } = input
  const now = services.clock.now()
  return commit(services, async transaction => {
    await lockGroupAsMember(transaction, input)
    if (askAgain !== undefined) {
      const { afterMinutes = null, endsUnanswered = false } = askAgain ?? {}
      await transaction
        .update(memberships)
        .set({
          askingInterval: afterMinutes,
          endsUnanswered,
          ...(endsUnanswered && { askedAt: askedAgainAt(now) }),
        })
        .where(isMembership(input))
      await setDueTimes(transaction, [{ groupId, userId }], now)
      transaction.afterCommit(({ expiryTimes }) => expiryTimes.add(now))
    }
    if (prompt === null)
      await transaction.delete(prompts).where(and(eq(prompts.groupId, groupId), eq(prompts.userId, userId)))
    if (prompt) {
      const dueAt = new Date(nextPromptAfter(now.getTime(), prompt))
      await transaction
        .insert(prompts)
        .values({ groupId, userId, prompt, dueAt })
        .onConflictDoUpdate({ target: [prompts.groupId, prompts.userId], set: { prompt, dueAt } })
      transaction.afterCommit(({ expiryTimes }) => expiryTimes.add(dueAt))
    }
    sendTo(transaction, userId, ['ringing.changed'])
    return readQuestionSettings(transaction, input)
  })
}

function askedAgainAt(now: Date): SQL {
  const { askedAt, endsUnanswered } = memberships
  const isChosenNow = sql`${askedAt} is not null and not ${endsUnanswered}`
  return sql`case when ${isChosenNow} then ${now.toISOString()}::timestamptz else ${askedAt} end`
}
