import { inArray, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#commit/commit.ts'
import { notices, notifications } from '#database/schema.ts'
import { isAmong, type MembershipKey } from './due-times.ts'

type Ended = MembershipKey & { endedNoticeId: number | null }

/** Removes the notices that an availability has ended, after the member's next toggle. */
export async function removeEndedNotices(transaction: UnitOfWork, members: Ended[]): Promise<void> {
  const ended = members.filter(({ endedNoticeId }) => endedNoticeId !== null)
  if (ended.length === 0) return
  const ids = ended.map(({ endedNoticeId }) => endedNoticeId ?? 0)
  await transaction.execute(sql`update memberships m set ended_notice_id = null where ${isAmong(ended)}`)
  await transaction.delete(notifications).where(inArray(notifications.noticeId, ids))
  await transaction.delete(notices).where(inArray(notices.id, ids))
  for (const { userId } of ended) transaction.sendTo(userId, ['notifications.changed'])
}
