import { and, count, eq, gt, inArray, min, sql } from 'drizzle-orm'
import { addMs, dayMs } from '#clock.ts'
import type { Transaction } from '#database/database.ts'
import { invitations } from '#database/schema.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { countEmails } from './count-emails.ts'
import { isPending } from './pending.ts'

const maxPendingPerGroup = 50
const maxReinvitations = 3
const reinvitationWindowMs = 30 * dayMs

type Wanted = { inviterId: string; groupId: string; emails: string[]; now: Date }

/** Refuses 'too-many-invitations': the group has too many, the address has declined too often, or it is too many for a day. */
export async function checkInvitationLimits(
  transaction: Transaction,
  services: Services,
  wanted: Wanted,
): Promise<void> {
  await checkPendingInGroup(transaction, wanted)
  await checkReinvites(transaction, wanted)
  await countEmails(transaction, services, wanted)
}

async function checkPendingInGroup(
  transaction: Transaction,
  { groupId, emails, now }: Wanted,
): Promise<void> {
  const [pending] = await transaction
    .select({ count: count(), firstEndsAt: min(invitations.expiresAt) })
    .from(invitations)
    .where(and(eq(invitations.groupId, groupId), isPending(now)))
  if ((pending?.count ?? 0) + emails.length <= maxPendingPerGroup) return
  throw Problem.because('too-many-invitations.pending', {
    params: { max: maxPendingPerGroup },
    retryAfterSeconds: secondsUntil(pending?.firstEndsAt, now),
  })
}

/** An address that has declined may be invited again a few times, whatever became of those invitations. */
async function checkReinvites(transaction: Transaction, { groupId, emails, now }: Wanted): Promise<void> {
  const [exhausted] = await transaction
    .select({ email: invitations.email, first: min(invitations.createdAt) })
    .from(invitations)
    .where(
      and(
        eq(invitations.groupId, groupId),
        inArray(invitations.email, emails),
        gt(invitations.createdAt, addMs(now, -reinvitationWindowMs)),
        sql`exists (
          select 1 from invitations declined
          where declined.group_id = ${groupId} and declined.email = ${invitations.email} and declined.status = 'declined'
            and declined.updated_at <= ${invitations.createdAt} and declined.id <> ${invitations.id}
        )`,
      ),
    )
    .groupBy(invitations.email)
    .having(sql`count(*) >= ${maxReinvitations}`)
  if (!exhausted) return
  const again = exhausted.first && addMs(exhausted.first, reinvitationWindowMs)
  throw Problem.because('too-many-invitations.declined', {
    params: { email: exhausted.email },
    retryAfterSeconds: secondsUntil(again, now),
  })
}

function secondsUntil(again: Date | null | undefined, now: Date): number {
  const waitMs = again ? again.getTime() - now.getTime() : 0
  return Math.max(1, Math.ceil(waitMs / 1000))
}
