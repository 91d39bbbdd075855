import type { Account } from '@grouplight/contract/account.ts'
import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, notInArray, type SQL } from 'drizzle-orm'
import { addMs, type Clock, dayMs } from '#clock.ts'
import type { Queryable, Transaction } from '#database/database.ts'
import { isDatabaseAway } from '#database/database-away.ts'
import { sessions, users } from '#database/schema.ts'
import { hashToken, newToken } from './tokens.ts'

/** A session lives this long after it was last seen. */
export const sessionLifeMs = 30 * dayMs
// Of one person.
const maxSessions = 50
// Rolling on every request would write on every request.
const rollsAfterMs = dayMs

/** Sessions that end before this are prolonged when they are seen. */
export function renewalDueBefore(now: Date): Date {
  return addMs(now, sessionLifeMs - rollsAfterMs)
}

/** What a session is called in memory, in statements and in logs, from the token that stands for it: not a secret. */
export function sessionOf(secret: string, token: string): string {
  return hashToken(secret, token).toString('hex')
}

type With = { secret: string; clock: Clock; database: Queryable }

/** Who is asking: the person, and the session they stand on. */
export type Caller = {
  userId: string
  displayName: string
  email: string
  emailVerified: boolean
  tokenHash: Buffer
  /** Names the session in memory and in logs: not a secret. */
  session: string
  /** The session has come so far that it is to be prolonged, and its cookie sent again. */
  needsRenewal: boolean
}

/** The person as they see themselves. */
export function accountOf({ userId, displayName, email, emailVerified }: Caller): Account {
  return { uid: userId, displayName, email, emailVerified }
}

/** Opens a session and returns its token, which is nowhere else. */
export async function openSession({ secret, clock, database }: With, userId: string): Promise<string> {
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

/** Whose session it is; null when it is nobody's (any more). Somebody disabled is nobody. */
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

/** Prolongs a session. False: it could not be done now. On a full disk it waits, so that reading still works. */
export async function prolongSession(
  { clock, database }: Omit<With, 'secret'>,
  session: string,
): Promise<boolean> {
  const tokenHash = Buffer.from(session, 'hex')
  const expiresAt = addMs(clock.now(), sessionLifeMs)
  try {
    await database.update(sessions).set({ expiresAt }).where(eq(sessions.tokenHash, tokenHash))
    return true
  } catch (error) {
    if (isDatabaseAway(error)) return false
    throw error
  }
}

/** Whether a session, named by its hash, is still open. */
export async function isOpen(services: Omit<With, 'secret'>, session: string): Promise<boolean> {
  return (await openAmong(services, [session])).has(session)
}

/** Which of many sessions, named by their hashes, are still open. */
export async function openAmong(
  { clock, database }: Omit<With, 'secret'>,
  names: string[],
): Promise<Set<string>> {
  const hashes = names.map(name => Buffer.from(name, 'hex'))
  const open = await database
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .innerJoin(users, eq(users.uid, sessions.userId))
    .where(
      and(inArray(sessions.tokenHash, hashes), gt(sessions.expiresAt, clock.now()), isNull(users.disabledAt)),
    )
  return new Set(open.map(({ tokenHash }) => tokenHash.toString('hex')))
}

/**
 * Ends sessions, and gives their names. They are taken in the order of their hashes, as toggles hold them: who ends several
 * never waits in a circle.
 */
export async function endSessions(transaction: Transaction, which: SQL | undefined): Promise<string[]> {
  const held = await transaction
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(which)
    .orderBy(asc(sessions.tokenHash))
    .for('update')
  const hashes = held.map(({ tokenHash }) => tokenHash)
  if (hashes.length > 0) await transaction.delete(sessions).where(inArray(sessions.tokenHash, hashes))
  return hashes.map(hash => hash.toString('hex'))
}

/** Ends the oldest sessions of somebody who has opened one more than they may have, and gives their names. */
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
    .limit(maxSessions - 1)
  return endSessions(transaction, and(others, notInArray(sessions.tokenHash, kept)))
}

/** Who has sessions that are over, longest ago first. */
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
