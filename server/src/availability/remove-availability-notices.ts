import { sql } from 'drizzle-orm'
import { removeNotices } from '#notification/remove-notices.ts'
import type { UnitOfWork } from '#services.ts'
import { isAmong, type MembershipKey } from './due-times.ts'

type Noticed = MembershipKey & { availabilityNoticeId: number | null }

/** Removes the members' notices of questions and of ended availabilities. */
export async function removeAvailabilityNotices(transaction: UnitOfWork, members: Noticed[]): Promise<void> {
  const noticed = members.filter(({ availabilityNoticeId }) => availabilityNoticeId !== null)
  if (noticed.length === 0) return
  await transaction.execute(
    sql`update memberships m set availability_notice_id = null where ${isAmong(noticed)}`,
  )
  await removeNotices(
    transaction,
    noticed.map(({ userId, availabilityNoticeId }) => ({ userId, noticeId: availabilityNoticeId })),
  )
}
