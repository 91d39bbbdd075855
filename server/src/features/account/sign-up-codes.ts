import { and, eq, inArray } from 'drizzle-orm'
import { addMs, type Clock } from '#platform/clock.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { actionCodes, signUpCodes, signUps } from '#platform/database/schema.ts'
import { hashToken, newToken } from '#platform/tokens.ts'
import { type CodePurpose, codeLifeMs } from './action-codes.ts'
import type { SignUp } from './sign-ups.ts'

type With = { secret: string; clock: Clock }

export type SignUpWithCode = { signUp: SignUp; codeHash: Buffer; expiresAt: Date }

export async function createSignUpCode(
  transaction: Transaction,
  { secret, clock }: With,
  purpose: CodePurpose,
  signUpId: string,
): Promise<string> {
  const code = newToken()
  const created = {
    codeHash: hashToken(secret, code),
    expiresAt: addMs(clock.now(), codeLifeMs[purpose]),
  }
  await transaction
    .insert(signUpCodes)
    .values({ signUpId, purpose, ...created })
    .onConflictDoUpdate({ target: [signUpCodes.signUpId, signUpCodes.purpose], set: created })
  return code
}

/** Deletes the earlier reset codes of the address, so that only the newest link works. */
export async function createSignUpResetCode(
  transaction: Transaction,
  services: With,
  { id, email }: SignUp,
): Promise<string> {
  const ofAddress = transaction.select({ id: signUps.id }).from(signUps).where(eq(signUps.email, email))
  await transaction
    .delete(signUpCodes)
    .where(and(inArray(signUpCodes.signUpId, ofAddress), eq(signUpCodes.purpose, 'reset-password')))
  return createSignUpCode(transaction, services, 'reset-password', id)
}

export async function findSignUpByCode(
  on: Queryable,
  { secret }: Pick<With, 'secret'>,
  purpose: CodePurpose,
  code: string,
): Promise<SignUpWithCode | undefined> {
  const [found] = await on
    .select({ signUp: signUps, codeHash: signUpCodes.codeHash, expiresAt: signUpCodes.expiresAt })
    .from(signUpCodes)
    .innerJoin(signUps, eq(signUps.id, signUpCodes.signUpId))
    .where(and(eq(signUpCodes.codeHash, hashToken(secret, code)), eq(signUpCodes.purpose, purpose)))
  return found
}

/** Stores the code as a used action code, so that `redeemResetCode` refuses it as 'used'. */
export async function recordUsedResetCode(
  transaction: Transaction,
  { clock }: Pick<With, 'clock'>,
  { userId, codeHash, expiresAt }: { userId: string } & Pick<SignUpWithCode, 'codeHash' | 'expiresAt'>,
): Promise<void> {
  const now = clock.now()
  await transaction
    .insert(actionCodes)
    .values({ codeHash, purpose: 'reset-password', userId, createdAt: now, expiresAt, usedAt: now })
}
