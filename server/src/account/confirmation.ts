import { confirmationLifeMinutes } from '@grouplight/contract/session.ts'
import { eq } from 'drizzle-orm'
import { addMs, type Clock, minuteMs } from '#clock.ts'
import type { Queryable } from '#database/database.ts'
import { sessions, users } from '#database/schema.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { confirmPassword } from './confirm-password.ts'
import { requirePasswordSignIn } from './registration.ts'
import type { Caller } from './sessions.ts'

type With = { database: Queryable; clock: Clock }
type CallerSession = Pick<Caller, 'tokenHash'>

/** Throws the Problem 'confirm-first' if the caller's session has no confirmation from the last `confirmationLifeMinutes`. */
export async function requireConfirmation({ database, clock }: With, caller: CallerSession): Promise<void> {
  const [session] = await database
    .select({ confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(eq(sessions.tokenHash, caller.tokenHash))
  const oldest = addMs(clock.now(), -confirmationLifeMinutes * minuteMs)
  if (!session?.confirmedAt || session.confirmedAt <= oldest)
    throw new Problem('confirm-first', 'Please confirm that it is you.')
}

/** Call this only after the caller has shown a proof, for example a passkey. */
export async function recordConfirmation({ database, clock }: With, caller: CallerSession): Promise<void> {
  await database
    .update(sessions)
    .set({ confirmedAt: clock.now() })
    .where(eq(sessions.tokenHash, caller.tokenHash))
}

type PasswordInput = { caller: Caller; password: string; ip: string; browserId: string | null }

/** Requires the caller's password. If the account has no password or OIDC_ONLY is true, requires a confirmation instead. */
export async function requirePassword(
  services: Services,
  { password, ...input }: Omit<PasswordInput, 'password'> & { password?: string | undefined },
): Promise<void> {
  const { database, config } = services
  const { caller } = input
  if (password !== undefined) requirePasswordSignIn(config)
  const [account] = await database
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.uid, caller.userId))
  const needsConfirmation = config.provider?.only || account?.passwordHash === null
  if (needsConfirmation) await requireConfirmation(services, caller)
  else await confirmPassword(services, { ...input, password: password ?? '' })
}

export async function confirmByPassword(services: Services, input: PasswordInput): Promise<void> {
  requirePasswordSignIn(services.config)
  await confirmPassword(services, input)
  await recordConfirmation(services, input.caller)
}
