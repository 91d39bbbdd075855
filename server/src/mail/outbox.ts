import type { Transaction } from '#database/database.ts'
import { outbox } from '#database/schema.ts'
import { newId } from '#new-id.ts'

/** An email as plain text and as HTML with the same content. */
export type Email = { to: string; subject: string; text: string; html: string }

/** Stores an email in the outbox within the transaction that causes it. Wakes the email worker after the commit. */
export async function queueEmail(
  transaction: Transaction & { wakeEmailWorker(): void },
  email: Email,
  now: Date,
): Promise<void> {
  await transaction.insert(outbox).values({
    id: newId(),
    toAddress: email.to,
    subject: oneLine(email.subject),
    text: email.text,
    html: email.html,
    createdAt: now,
    nextAttemptAt: now,
  })
  transaction.wakeEmailWorker()
}

// A header must stay on one line, whatever characters a name contains.
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
