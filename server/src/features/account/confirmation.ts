import { confirmationLifeMinutes } from '@grouplight/contract/session.ts'
import { eq } from 'drizzle-orm'
import { addMs, type Clock, minuteMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import type { Queryable } from '#platform/database/database.ts'
import { sessions, users } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Caller, Services, UnitOfWork } from '#services.ts'
import { attemptPassword } from './failed-sign-ins.ts'
import { lockSession } from './lock-session.ts'
import { passwordMatches } from './passwords.ts'
import { requirePasswordSignIn } from './registration.ts'

type With = { database: Queryable; clock: Clock }
type CallerSession = Pick<Caller, 'tokenHash'>

/** Throws the Problem 'confirm-first' if the caller's session has no confirmation from the last `confirmationLifeMinutes`. */
export async function requireConfirmation({ database, clock }: With, caller: CallerSession): Promise<void> {
  const [session] = await database
    .select({ confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(eq(sessions.tokenHash, caller.tokenHash))
  const oldest = addMs(clock.now(), -confirmationLifeMinutes * minuteMs)
  if (!session?.confirmedAt || session.confirmedAt <= oldest) throw new Problem('confirm-first')
}

/** Call this only after the caller has shown a proof, for example a passkey. */
export async function recordConfirmation({ database, clock }: With, caller: CallerSession): Promise<void> {
  await database
    .update(sessions)
    .set({ confirmedAt: clock.now() })
    .where(eq(sessions.tokenHash, caller.tokenHash))
}

/** Runs `work` in a transaction, which locks the session and the user like `lockUser`. Throws 'confirm-first' like `requireConfirmation`. */
export function commitConfirmed<Result>(
  services: Services,
  caller: Caller,
  work: (transaction: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  return commit(services, async transaction => {
    await lockSession(transaction, caller, 'no key update')
    await requireConfirmation({ database: transaction, clock: services.clock }, caller)
    return work(transaction)
  })
}

type PasswordInput = { caller: Caller; password: string; ip: string; browserId: string | null }

/** Requires the caller's password. If the account has no password or OIDC_ONLY is true, requires a confirmation instead. */
export async function requirePassword(
  services: Services,
  input: Omit<PasswordInput, 'password'> & { password?: string | undefined },
): Promise<void> {
  const { config } = services
  const { caller, password = '' } = input
  if (input.password !== undefined) requirePasswordSignIn(config)
  const passwordHash = await passwordHashOf(services, caller)
  if (config.provider?.only || passwordHash === null) await requireConfirmation(services, caller)
  else await checkOwnPassword(services, { ...input, password, passwordHash })
}

export async function confirmByPassword(services: Services, input: PasswordInput): Promise<void> {
  requirePasswordSignIn(services.config)
  await checkOwnPassword(services, { ...input, passwordHash: await passwordHashOf(services, input.caller) })
  await recordConfirmation(services, input.caller)
}

/** Null without a password, and undefined without an account. */
async function passwordHashOf({ database }: With, { userId }: Caller): Promise<string | null | undefined> {
  const [account] = await database
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.uid, userId))
  return account?.passwordHash
}

/** Throws 'wrong-password', or 'too-many-requests' after too many failed sign-ins. A wrong password counts as a failed sign-in. */
async function checkOwnPassword(
  services: Services,
  { caller, password, ip, browserId, ...found }: PasswordInput & { passwordHash: string | null | undefined },
): Promise<void> {
  const passwordHash = found.passwordHash ?? undefined
  const matches = await attemptPassword(
    services,
    { email: caller.email, passwordHash, ip, browserId },
    'too-many-requests',
    () => passwordMatches(passwordHash, password),
  )
  if (!matches) throw new Problem('wrong-password', { field: 'password' })
}
