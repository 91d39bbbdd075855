import type { Account } from '@grouplight/contract/account.ts'
import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import { addMs, type Clock, dayMs, hourMs, minuteMs } from '#platform/clock.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/database-errors.ts'
import { sessions, users } from '#platform/database/schema.ts'
import { hashToken, newToken } from '#platform/tokens.ts'
import type { Caller, Services } from '#services.ts'

export const sessionLifeMs = 30 * dayMs
/** Without a request for this time, a session of an operator ends. It is renewed once in `operatorRenewalMs`. */
export const operatorSessionLifeMs = 12 * hourMs
const operatorRenewalMs = minuteMs
const maxSessionsPerUser = 50

/**
 * If a session expires before the returned time, it was last renewed before today (UTC), and its next request renews it.
 * Therefore the expiry of a session shows the day of its last use.
 */
export function renewalDueBefore(now: Date): Date {
  return addMs(now, sessionLifeMs - (now.getTime() % dayMs))
}

/** The id is a hash that does not reveal the token, so it may be stored and sent over the bus. */
export function sessionIdOf(secret: string, token: string): string {
  return hashToken(secret, token).toString('hex')
}

type With = { secret: string; clock: Clock; database: Queryable }

export function accountOf({ userId, displayName, email, emailVerified, isOperator }: Caller): Account {
  return { uid: userId, displayName, email, emailVerified, ...(isOperator && { isOperator }) }
}

export function sessionLifeOf({ isOperator }: { isOperator: boolean }): number {
  return isOperator ? operatorSessionLifeMs : sessionLifeMs
}

export type NewSession = {
  userId: string
  /** A result of `browserNameOf`. */
  browser: string | null
  isConfirmed: boolean
}

/** Returns the token, of which only a hash is stored. */
export async function createSession(
  { secret, clock, database }: With,
  { userId, browser, isConfirmed, isOperator }: NewSession & { isOperator: boolean },
): Promise<string> {
  const token = newToken()
  const now = clock.now()
  await database.insert(sessions).values({
    tokenHash: hashToken(secret, token),
    userId,
    createdAt: now,
    expiresAt: addMs(now, sessionLifeOf({ isOperator })),
    browser,
    confirmedAt: isConfirmed ? now : null,
  })
  return token
}

const callersQuery = (condition: string) => `
  select u.uid as "userId", u.display_name as "displayName", u.email, u.language,
    u.email_verified_at is not null as "emailVerified", u.is_operator as "isOperator", encode(s.token_hash, 'hex') as session,
    s.expires_at < case when u.is_operator then $2::timestamptz + interval '${(operatorSessionLifeMs - operatorRenewalMs) / minuteMs} minutes'
      else $3::timestamptz end as "needsRenewal"
  from sessions s join users u on u.uid = s.user_id
  where ${condition} and s.expires_at > $2::timestamptz and u.disabled_at is null`

/** Finds the caller of a valid session. The parameters are the session's id, the time now and `renewalDueBefore(now)`. */
export const callerQuery = callersQuery(`s.token_hash = decode($1, 'hex')`)

export const callersOfSessionsQuery = callersQuery(
  `s.token_hash in (select decode(id, 'hex') from unnest($1::text[]) id)`,
)

type Statement = { name: string; text: string }
type Found<Columns> = Caller & Columns

const callerStatement = { name: 'caller', text: callerQuery }

export function findCaller(
  services: Pick<Services, 'clock' | 'database'>,
  session: string | null,
): Promise<Caller | null> {
  return findBySession(services, callerStatement, session)
}

export async function findBySession<Columns = unknown>(
  services: Pick<Services, 'clock' | 'database'>,
  statement: Statement,
  session: string | null,
): Promise<Found<Columns> | null> {
  if (session === null) return null
  const [found] = await findCallers<Columns>(services, statement, session)
  return found ?? null
}

export async function findBySessions<Columns>(
  services: Pick<Services, 'clock' | 'database'>,
  statement: Statement,
  sessions: string[],
): Promise<Map<string, Found<Columns>>> {
  const found = await findCallers<Columns>(services, statement, sessions)
  return new Map(found.map(caller => [caller.session, caller]))
}

async function findCallers<Columns>(
  { clock, database }: Pick<Services, 'clock' | 'database'>,
  statement: Statement,
  sessions: string | string[],
): Promise<Found<Columns>[]> {
  const now = clock.now()
  const values = [sessions, now.toISOString(), renewalDueBefore(now).toISOString()]
  const found = await database.prepared<Found<Columns>>(statement, values)
  return found.map(caller => ({ ...caller, tokenHash: Buffer.from(caller.session, 'hex') }))
}

/** Returns the id of the user's newest valid session. Returns null if there is none, or if the account is disabled. */
export async function newestSessionOf(on: Omit<With, 'secret'>, userId: string): Promise<string | null> {
  const [newest] = await validSessions(on, eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.tokenHash))
    .limit(1)
  return newest?.tokenHash.toString('hex') ?? null
}

/** If the database is unavailable, returns false instead of throwing: the session is valid even without the renewal. */
export async function renewSession(
  { clock, database }: Omit<With, 'secret'>,
  session: string,
): Promise<boolean> {
  const tokenHash = Buffer.from(session, 'hex')
  const now = clock.now()
  const [expiresAt, ofOperator] = [sessionLifeMs, operatorSessionLifeMs].map(ms =>
    addMs(now, ms).toISOString(),
  )
  const isOperator = sql`(select is_operator from users where uid = ${sessions.userId})`
  try {
    await database
      .update(sessions)
      .set({
        expiresAt: sql`case when ${isOperator} then ${ofOperator}::timestamptz else ${expiresAt}::timestamptz end`,
      })
      .where(eq(sessions.tokenHash, tokenHash))
    return true
  } catch (error) {
    if (isDatabaseUnavailable(error)) return false
    throw error
  }
}

/** Must be called after the user has become an operator, or has stopped being one. Locks in a fixed order, to prevent deadlocks. */
export async function changeSessionLives(
  transaction: Transaction,
  { clock }: Pick<With, 'clock'>,
  { userId, isOperator }: { userId: string; isOperator: boolean },
): Promise<void> {
  const ofUser = eq(sessions.userId, userId)
  await transaction.select().from(sessions).where(ofUser).orderBy(asc(sessions.tokenHash)).for('update')
  const latest = addMs(clock.now(), operatorSessionLifeMs).toISOString()
  const longer = `${(sessionLifeMs - operatorSessionLifeMs) / minuteMs} minutes`
  const expiresAt = isOperator
    ? sql`least(${sessions.expiresAt}, ${latest}::timestamptz)`
    : sql`${sessions.expiresAt} + ${longer}::interval`
  await transaction.update(sessions).set({ expiresAt }).where(ofUser)
}

export async function findValidSessions(on: Omit<With, 'secret'>, ids: string[]): Promise<Set<string>> {
  const hashes = ids.map(id => Buffer.from(id, 'hex'))
  const valid = await validSessions(on, inArray(sessions.tokenHash, hashes))
  return new Set(valid.map(({ tokenHash }) => tokenHash.toString('hex')))
}

function validSessions({ clock, database }: Omit<With, 'secret'>, which: SQL) {
  return database
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .innerJoin(users, eq(users.uid, sessions.userId))
    .where(and(which, gt(sessions.expiresAt, clock.now()), isNull(users.disabledAt)))
}

/** Returns the ids of the ended sessions. Does not close their live connections. Locks in a fixed order, to prevent deadlocks. */
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

/**
 * Ends the user's oldest sessions above the limit, but never the session with the token hash `newest`. Returns the ids of the ended
 * sessions.
 */
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
