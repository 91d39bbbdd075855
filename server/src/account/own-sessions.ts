import type { Session } from '@grouplight/contract/session.ts'
import { and, desc, eq, gt, ne } from 'drizzle-orm'
import { addMs } from '#clock.ts'
import { sessions } from '#database/schema.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { type Caller, sessionLifeMs } from './sessions.ts'
import { endSessionsOf } from './sign-out.ts'

/** Returns the caller's valid sessions, newest first. Nobody else may see them, because they tell when a user was here. */
export async function listOwnSessions(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { userId, tokenHash }: Caller,
): Promise<Session[]> {
  const found = await database
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, clock.now())))
    .orderBy(desc(sessions.createdAt), desc(sessions.tokenHash))
  return found.map(session => ({
    id: session.tokenHash.toString('hex'),
    browser: session.browser,
    createdAt: session.createdAt.toISOString(),
    lastSeenOn: addMs(session.expiresAt, -sessionLifeMs).toISOString().slice(0, 10),
    current: session.tokenHash.equals(tokenHash),
  }))
}

export async function endOwnSession(
  services: Services,
  { userId }: Caller,
  sessionId: string,
): Promise<void> {
  const which = eq(sessions.tokenHash, Buffer.from(sessionId, 'hex'))
  const ended = await endSessionsOf(services, userId, which)
  if (ended === 0) throw new Problem('session-not-found', 'This session has already ended.')
}

export async function endOtherSessions(services: Services, { userId, tokenHash }: Caller): Promise<void> {
  await endSessionsOf(services, userId, ne(sessions.tokenHash, tokenHash))
}
