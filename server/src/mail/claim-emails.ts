import { sql } from 'drizzle-orm'
import { addMs, type Clock, minuteMs } from '#clock.ts'
import { type Database, rows } from '#database/database.ts'
import { isDisabled } from '#database/is-disabled.ts'
import type { FairSlots } from '#schedule/fair-slots.ts'

export type DueEmail = {
  id: string
  kind: string
  toAddress: string
  inviterId: string | null
  subject: string
  text: string
  html: string
  createdAt: Date
  attempts: number
  leasedUntil: Date
}

/** An invitation waits while its inviter is disabled. */
export const isWaiting = sql`sent_at is null and failed_at is null and not ${isDisabled(sql`inviter_id`)}`

// If a worker crashes, any worker can send its emails after this time.
const leaseMs = 2 * minuteMs

/**
 * Claims either invitations or all other emails. Leaves out the emails of `full` owners, and prefers those of owners who are not
 * `busy`: see `ownerOf`.
 */
export async function claimEmails(
  { database, clock }: { database: Database; clock: Clock },
  { room, busy, full }: Pick<FairSlots, 'room' | 'busy' | 'full'>,
  areInvitations: boolean,
): Promise<DueEmail[]> {
  if (room <= 0) return []
  const now = clock.now()
  const leasedUntil = addMs(now, leaseMs)
  const owner = areInvitations ? sql`inviter_id` : sql`split_part(to_address, '@', 2)`
  const claimed = await rows<Omit<DueEmail, 'createdAt' | 'leasedUntil'> & { createdAt: string | Date }>(
    database,
    sql`
      update outbox set attempts = attempts + 1, next_attempt_at = ${leasedUntil.toISOString()}
      where id in (
        select id from outbox
        where ${isWaiting} and next_attempt_at <= ${now.toISOString()}
          and inviter_id is ${areInvitations ? sql`not null` : sql`null`}
          and not ${owner} = any(${sql.param(full)}::text[])
        order by ${owner} = any(${sql.param(busy)}::text[]), next_attempt_at limit ${room} for update skip locked
      )
      returning id, kind, to_address as "toAddress", inviter_id as "inviterId", subject, text, html, created_at as "createdAt", attempts`,
  )
  return claimed.map(email => ({ ...email, createdAt: new Date(email.createdAt), leasedUntil }))
}

/** Who could hold up the email: the inviter, or for other emails the mail server of the recipient. */
export function ownerOf({ inviterId, toAddress }: DueEmail): string {
  return inviterId ?? toAddress.slice(toAddress.indexOf('@') + 1)
}
