import { sql } from 'drizzle-orm'
import type { AfterCommit } from '#platform/database/commit.ts'
import { isDisabled } from '#platform/database/conditions.ts'
import type { Transaction } from '#platform/database/database.ts'
import { outbox } from '#platform/database/schema.ts'
import { type WorkerOf, wake } from '#platform/outbox/channel.ts'
import { newId } from '#platform/tokens.ts'

export type Email = {
  /** The operator sees it in the log and in lists of emails, for example 'invitation'. */
  kind: string
  to: string
  subject: string
  text: string
  html: string
  /** Whose invitation the email contains. */
  inviterId?: string
}

/** A condition in SQL. An invitation waits while its inviter is disabled. */
export const isWaiting = sql`sent_at is null and failed_at is null and not ${isDisabled(sql`inviter_id`)}`

export function queueEmail(
  transaction: Transaction & AfterCommit<WorkerOf<'email'>>,
  email: Email,
  now: Date,
): Promise<void> {
  return queueEmails(transaction, [email], now)
}

export async function queueEmails(
  transaction: Transaction & AfterCommit<WorkerOf<'email'>>,
  emails: Email[],
  now: Date,
): Promise<void> {
  if (emails.length === 0) return
  await transaction.insert(outbox).values(
    emails.map(email => ({
      id: newId(),
      kind: email.kind,
      toAddress: email.to,
      inviterId: email.inviterId,
      subject: oneLine(email.subject),
      text: email.text,
      html: email.html,
      createdAt: now,
      nextAttemptAt: now,
    })),
  )
  transaction.afterCommit(wake.email)
}

// A subject may contain a name with line breaks, but a header of an email must be a single line.
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
