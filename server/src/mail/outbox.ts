import type { Transaction } from '#database/database.ts'
import { outbox } from '#database/schema.ts'
import { newId } from '#new-id.ts'

/** An email as its word composes it: plain text and HTML that say the same. */
export type Email = { to: string; subject: string; text: string; html: string }

/** Puts an email into the outbox, in the transaction that causes it, and wakes the email worker after its commit. */
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

// Whatever a name contains, a header stays one line.
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
