import { maxOperators } from '@grouplight/contract/operator.ts'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { lockInTransaction } from '#platform/database/advisory-locks.ts'
import { commit } from '#platform/database/commit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { site, users } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/tell.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { changeSessionLives } from './sessions.ts'

/** The user, and the operator who wants the change on the page. Without one, the command line wants it. */
type Change = { userId: string; operatorId?: string | undefined }

/** Changes of who is an operator run one after the other. Throws 'not-found' if another operator has removed this one meanwhile. */
async function lockOperators(transaction: Transaction, operatorId: string | undefined): Promise<string[]> {
  await lockInTransaction(transaction, 'operators')
  const found = await transaction.select({ userId: users.uid }).from(users).where(eq(users.isOperator, true))
  const operators = found.map(({ userId }) => userId)
  if (operatorId !== undefined && !operators.includes(operatorId)) throw new Problem('not-found')
  return operators
}

/** Call this before a user stops being an operator. On the page, the last operator cannot: throws 'last-operator'. */
export async function lockToRemoveOperator(
  transaction: Transaction,
  { userId, operatorId }: Change,
): Promise<void> {
  if (operatorId === undefined) return
  const operators = await lockOperators(transaction, operatorId)
  if (operatorId === userId && operators.length === 1) throw new Problem('last-operator')
}

/** `require` may refuse the change. Returns false if nothing changed. Sessions of operators live shorter. Open pages of the user learn of the change at once. */
export async function setOperator(
  services: Services,
  {
    isOperator,
    require,
    ...change
  }: Change & { isOperator: boolean; require?: (on: Transaction) => Promise<void> },
): Promise<boolean> {
  const { userId } = change
  return commit(services, async transaction => {
    if (isOperator) await lockToAddOperator(transaction, change)
    else await lockToRemoveOperator(transaction, change)
    await require?.(transaction)
    const [changed] = await transaction
      .update(users)
      .set({ isOperator })
      .where(and(eq(users.uid, userId), ne(users.isOperator, isOperator)))
      .returning({ userId: users.uid })
    if (!changed) return false
    await changeSessionLives(transaction, services, { userId, isOperator })
    // The address for the first operator is not needed any more.
    if (isOperator) await transaction.update(site).set({ claimableUntil: null })
    sendTo(transaction, userId, ['account.changed'])
    return true
  })
}

async function lockToAddOperator(transaction: Transaction, { userId, operatorId }: Change): Promise<void> {
  const operators = await lockOperators(transaction, operatorId)
  const [enabled] = await transaction
    .select({ userId: users.uid })
    .from(users)
    .where(and(eq(users.uid, userId), isNull(users.disabledAt)))
    .for('no key update')
  if (!enabled) throw new Problem('user-disabled')
  if (!operators.includes(userId) && operators.length >= maxOperators)
    throw new Problem('too-many-operators', { params: { max: maxOperators } })
}
