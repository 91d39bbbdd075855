import type { Session } from '@grouplight/contract/session.ts'
import { and, desc, eq, getTableColumns, gt, ne } from 'drizzle-orm'
import { addMs, dayOf } from '#platform/clock.ts'
import type { Queryable } from '#platform/database/database.ts'
import { sessions, users } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Caller, Services } from '#services.ts'
import { sessionLifeOf } from '../sessions.ts'
import { endSessionsOf } from '../sign-out.ts'

export async function listOwnSessions(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { userId, session }: Caller,
): Promise<Session[]> {
  const found = await readSessionsOf(database, { userId, now: clock.now() })
  return found.map(listed => ({ ...listed, current: listed.id === session }))
}

export async function readSessionsOf(
  on: Queryable,
  { userId, now }: { userId: string; now: Date },
): Promise<Omit<Session, 'current'>[]> {
  const found = await on
    .select({ ...getTableColumns(sessions), isOperator: users.isOperator })
    .from(sessions)
    .innerJoin(users, eq(users.uid, sessions.userId))
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt), desc(sessions.tokenHash))
  return found.map(({ tokenHash, browser, createdAt, expiresAt, isOperator }) => ({
    id: tokenHash.toString('hex'),
    browser,
    createdAt: createdAt.toISOString(),
    lastSeenOn: dayOf(addMs(expiresAt, -sessionLifeOf({ isOperator }))),
  }))
}

export async function endOwnSession(
  services: Services,
  { userId }: Caller,
  sessionId: string,
): Promise<void> {
  const which = eq(sessions.tokenHash, Buffer.from(sessionId, 'hex'))
  const ended = await endSessionsOf(services, userId, which)
  if (ended === 0) throw new Problem('session-not-found')
}

export async function endOtherSessions(services: Services, { userId, tokenHash }: Caller): Promise<void> {
  await endSessionsOf(services, userId, ne(sessions.tokenHash, tokenHash))
}
