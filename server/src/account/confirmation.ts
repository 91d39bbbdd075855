import { confirmationLifeMinutes } from '@grouplight/contract/session.ts'
import { eq } from 'drizzle-orm'
import { addMs, type Clock, minuteMs } from '#clock.ts'
import type { Queryable } from '#database/database.ts'
import { sessions } from '#database/schema.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { confirmPassword } from './confirm-password.ts'
import type { Caller } from './sessions.ts'

type On = { database: Queryable; clock: Clock }
type CallerSession = Pick<Caller, 'tokenHash'>

/** Throws the Problem 'confirm-first' unless the user has confirmed in this session a short time ago that it is them. */
export async function requireConfirmation({ database, clock }: On, caller: CallerSession): Promise<void> {
  const [session] = await database
    .select({ confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(eq(sessions.tokenHash, caller.tokenHash))
  const oldest = addMs(clock.now(), -confirmationLifeMinutes * minuteMs)
  if (!session?.confirmedAt || session.confirmedAt <= oldest)
    throw new Problem('confirm-first', 'Please confirm that it is you.')
}

/** Call this function after the user has proven who they are, for example by a passkey. */
export async function recordConfirmation({ database, clock }: On, caller: CallerSession): Promise<void> {
  await database
    .update(sessions)
    .set({ confirmedAt: clock.now() })
    .where(eq(sessions.tokenHash, caller.tokenHash))
}

export async function confirmByPassword(
  services: Services,
  input: { caller: Caller; password: string; ip: string; browserId: string | null },
): Promise<void> {
  await confirmPassword(services, input)
  await recordConfirmation(services, input.caller)
}
