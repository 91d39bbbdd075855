import type { Transaction } from '#database/database.ts'

/** What is to be said on the live connections once the transaction has been committed. */
export type AfterCommit = () => void

/**
 * What later words must do in the transaction that changes an account. The account word does not know them: `app.ts`
 * brings the two together.
 */
export type AccountListener = {
  /** The person has signed out, or their last session is over. */
  signedOut(transaction: Transaction, userId: string): Promise<AfterCommit>
  /** The person's display name has changed. */
  renamed(transaction: Transaction, userId: string): Promise<AfterCommit>
}
