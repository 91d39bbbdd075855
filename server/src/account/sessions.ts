import type { Account } from '@grouplight/contract/account.ts'
import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, notInArray, type SQL } from 'drizzle-orm'
import { addMs, type Clock, dayMs } from '#clock.ts'
import type { Queryable, Transaction } from '#database/database.ts'
import { isDatabaseUnavailable } from '#database/database-unavailable.ts'
import { sessions, users } from '#database/schema.ts'
import { hashToken, newToken } from './tokens.ts'

/** The validity of a session after its last renewal, in milliseconds. */
export const sessionLifeMs = 30 * dayMs
const maxSessionsPerUser = 50
// A session is renewed at most once in this time, because each renewal is a database write.
const renewalIntervalMs = dayMs

/** Returns a time. A request renews its session if the session expires before this time. */
export function renewalDueBefore(now: Date): Date {
  return addMs(now, sessionLifeMs - renewalIntervalMs)
}

/** Returns the id of a session from its token. The id is not a secret. It is used in memory, in SQL and in logs. */
export function sessionIdOf(secret: string, token: string): string {
  return hashToken(secret, token).toString('hex')
}

type With = { secret: string; clock: Clock; database: Queryable }

/** The user and the session of a request. */
export type Caller = {
  userId: string
  displayName: string
  email: string
  emailVerified: boolean
  tokenHash: Buffer
  /** The session's id, see `sessionIdOf`. */
  session: string
  /** True if the session must be renewed and its cookie sent again. */
  needsRenewal: boolean
}

/** Returns the account of the caller as it is sent to the caller. */
export function accountOf({ userId, displayName, email, emailVerified }: Caller): Account {
  return { uid: userId, displayName, email, emailVerified }
}

/** Creates a session and returns its token. Only the hash of the token is stored. */
export async function createSession({ secret, clock, database }: With, userId: string): Promise<string> {
  const token = newToken()
  const now = clock.now()
  await database.insert(sessions).values({
    tokenHash: hashToken(secret, token),
    userId,
    createdAt: now,
    expiresAt: addMs(now, sessionLifeMs),
  })
  return token
}

/** Returns the caller of a session. Returns null if the session is unknown or expired, or if the account is disabled. */
export async function findCaller(
  { clock, database }: Omit<With, 'secret'>,
  session: string | null,
): Promise<Caller | null> {
  if (session === null) return null
  const tokenHash = Buffer.from(session, 'hex')
  const now = clock.now()
  const [found] = await database
    .select({ user: users, expiresAt: sessions.expiresAt })
    .from(sessions)
    .innerJoin(users, eq(users.uid, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)))
  if (!found || found.user.disabledAt) return null
  const { uid: userId, displayName, email, emailVerifiedAt } = found.user
  return {
    userId,
    displayName,
    email,
    emailVerified: emailVerifiedAt !== null,
    tokenHash,
    session,
    needsRenewal: found.expiresAt < renewalDueBefore(now),
  }
}

/** Renews a session. Returns false if the database cannot be written now, so that a request that only reads still succeeds. */
export async function renewSession(
  { clock, database }: Omit<With, 'secret'>,
  session: string,
): Promise<boolean> {
  const tokenHash = Buffer.from(session, 'hex')
  const expiresAt = addMs(clock.now(), sessionLifeMs)
  try {
    await database.update(sessions).set({ expiresAt }).where(eq(sessions.tokenHash, tokenHash))
    return true
  } catch (error) {
    if (isDatabaseUnavailable(error)) return false
    throw error
  }
}

/** Returns whether a session is valid. */
export async function isSessionValid(services: Omit<With, 'secret'>, session: string): Promise<boolean> {
  return (await findValidSessions(services, [session])).has(session)
}

/** Returns the given sessions that are valid. */
export async function findValidSessions(
  { clock, database }: Omit<With, 'secret'>,
  ids: string[],
): Promise<Set<string>> {
  const hashes = ids.map(id => Buffer.from(id, 'hex'))
  const valid = await database
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .innerJoin(users, eq(users.uid, sessions.userId))
    .where(
      and(inArray(sessions.tokenHash, hashes), gt(sessions.expiresAt, clock.now()), isNull(users.disabledAt)),
    )
  return new Set(valid.map(({ tokenHash }) => tokenHash.toString('hex')))
}

/**
 * Ends sessions and returns their ids. Every transaction locks sessions in the order of their hashes, so that no deadlock is
 * possible.
 */
export async function endSessions(transaction: Transaction, which: SQL | undefined): Promise<string[]> {
  const locked = await transaction
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(which)
    .orderBy(asc(sessions.tokenHash))
    .for('update')
  const hashes = locked.map(({ tokenHash }) => tokenHash)
  if (hashes.length > 0) await transaction.delete(sessions).where(inArray(sessions.tokenHash, hashes))
  return hashes.map(hash => hash.toString('hex'))
}

/** Ends the user's oldest sessions if the user has too many sessions. Keeps the session `newest`. Returns the ended sessions' ids. */
export async function endOldestSessions(
  transaction: Transaction,
  { userId, newest }: { userId: string; newest: Buffer },
): Promise<string[]> {
  const others = and(eq(sessions.userId, userId), ne(sessions.tokenHash, newest))
  const kept = transaction
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(others)
    .orderBy(desc(sessions.createdAt), desc(sessions.tokenHash))
    .limit(maxSessionsPerUser - 1)
  return endSessions(transaction, and(others, notInArray(sessions.tokenHash, kept)))
}

/** Returns the ids of up to `most` users with expired sessions. */
export async function usersWithExpiredSessions(
  { clock, database }: Omit<With, 'secret'>,
  most: number,
): Promise<string[]> {
  const found = await database
    .selectDistinct({ userId: sessions.userId })
    .from(sessions)
    .where(lte(sessions.expiresAt, clock.now()))
    .limit(most)
  return found.map(({ userId }) => userId)
}
