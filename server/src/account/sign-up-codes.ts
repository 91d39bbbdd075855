import { and, eq, inArray } from 'drizzle-orm'
import { addMs, type Clock } from '#clock.ts'
import type { Queryable, Transaction } from '#database/database.ts'
import { actionCodes, signUpCodes, signUps } from '#database/schema.ts'
import { type CodePurpose, codeLifeMs } from './action-codes.ts'
import type { SignUp } from './sign-ups.ts'
import { hashToken, newToken } from './tokens.ts'

type With = { secret: string; clock: Clock }

/** A sign-up, found by the code of a link that makes an account of it. */
export type LinkedSignUp = { signUp: SignUp; codeHash: Buffer; expiresAt: Date }

/** A fresh code for the link of a sign-up. An older one for the same purpose ends. Only its hash is kept. */
export async function issueSignUpCode(
  transaction: Transaction,
  { secret, clock }: With,
  purpose: CodePurpose,
  signUpId: string,
): Promise<string> {
  const code = newToken()
  const fresh = {
    codeHash: hashToken(secret, code),
    expiresAt: addMs(clock.now(), codeLifeMs[purpose]),
  }
  await transaction
    .insert(signUpCodes)
    .values({ signUpId, purpose, ...fresh })
    .onConflictDoUpdate({ target: [signUpCodes.signUpId, signUpCodes.purpose], set: fresh })
  return code
}

/** A fresh code for a reset link of an address that has no account yet, by its newest sign-up. Those of the others end. */
export async function issueFirstReset(
  transaction: Transaction,
  services: With,
  { id, email }: SignUp,
): Promise<string> {
  const ofAddress = transaction.select({ id: signUps.id }).from(signUps).where(eq(signUps.email, email))
  await transaction
    .delete(signUpCodes)
    .where(and(inArray(signUpCodes.signUpId, ofAddress), eq(signUpCodes.purpose, 'reset-password')))
  return issueSignUpCode(transaction, services, 'reset-password', id)
}

export async function findByCode(
  on: Queryable,
  { secret }: Pick<With, 'secret'>,
  purpose: CodePurpose,
  code: string,
): Promise<LinkedSignUp | undefined> {
  const [found] = await on
    .select({ signUp: signUps, codeHash: signUpCodes.codeHash, expiresAt: signUpCodes.expiresAt })
    .from(signUpCodes)
    .innerJoin(signUps, eq(signUps.id, signUpCodes.signUpId))
    .where(and(eq(signUpCodes.codeHash, hashToken(secret, code)), eq(signUpCodes.purpose, purpose)))
  return found
}

/** Keeps a code that has made an account, so that using it again is told apart. */
export async function keepUsedCode(
  transaction: Transaction,
  { clock }: Pick<With, 'clock'>,
  used: { userId: string; purpose: CodePurpose } & Pick<LinkedSignUp, 'codeHash' | 'expiresAt'>,
): Promise<void> {
  const { userId, purpose, codeHash, expiresAt } = used
  const now = clock.now()
  await transaction
    .insert(actionCodes)
    .values({ codeHash, purpose, userId, createdAt: now, expiresAt, usedAt: now })
}
