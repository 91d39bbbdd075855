import type { Transaction } from '#database/database.ts'
import { letters } from '#database/schema.ts'
import { newId } from '#new-id.ts'

/** A letter as its word composes it: plain text and HTML that say the same. */
export type Letter = { to: string; subject: string; text: string; html: string }

/** Puts a letter into the outbox, in the transaction that causes it. The courier is woken after the commit. */
export async function queueLetter(transaction: Transaction, letter: Letter, now: Date): Promise<void> {
  await transaction.insert(letters).values({
    id: newId(),
    toAddress: letter.to,
    subject: oneLine(letter.subject),
    text: letter.text,
    html: letter.html,
    createdAt: now,
    nextAttemptAt: now,
  })
}

// Whatever a name contains, a header stays one line.
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
