import type { Account } from '@grouplight/contract/account.ts'
import { closeCodes } from '@grouplight/contract/live.ts'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { commit } from '#commit/commit.ts'
import { users } from '#database/schema.ts'
import type { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { knownBrowserCookie } from './known-browser-cookie.ts'
import type { SessionCookie } from './session-cookie.ts'
import {
  accountOf,
  type Caller,
  createSession,
  endOldestSessions,
  findCaller,
  sessionIdOf,
} from './sessions.ts'
import { endReplacedSession } from './sign-out.ts'
import { hashToken } from './tokens.ts'

export type Entering = {
  account: { uid: string; email: string }
  /**
   * What proved that the user owns the account, as a condition on the table `users`. For example, the password is still the one
   * that was checked.
   */
  proof: SQL
  /** The session that the browser had before. It ends. */
  replaced: Caller | null
  reply: FastifyReply
  refusal(): Problem
}

/** Returns the last step of every kind of sign-in. It creates the session and sets the cookies. */
export function entrance(services: Services, cookie: SessionCookie) {
  const knownBrowsers = knownBrowserCookie(services.config.appUrl, services.secret)
  return async (entering: Entering): Promise<Account> => {
    const { account, replaced, reply, refusal } = entering
    const token = await openSession(services, entering)
    services.log.info({ person: account.uid }, 'signed in')
    if (replaced) await endReplacedSession(services, replaced)
    cookie.set(reply, token)
    knownBrowsers.set(reply, account.email)
    const caller = await findCaller(services, sessionIdOf(services.secret, token))
    // The session has ended already, for example because the account was disabled.
    if (!caller) throw refusal()
    return accountOf(caller)
  }
}

export type Entrance = ReturnType<typeof entrance>

/**
 * Creates a session and returns its token. Refuses if the proof no longer holds or the account was disabled or deleted during the
 * sign-in. Each of these operations ends all sessions, so no new session may follow.
 */
async function openSession(services: Services, { account, proof, refusal }: Entering): Promise<string> {
  const { uid: userId } = account
  return commit(services, async transaction => {
    const [current] = await transaction
      .select({ id: users.uid })
      .from(users)
      .where(and(eq(users.uid, userId), isNull(users.disabledAt), proof))
      .for('no key update')
    if (!current) throw refusal()
    const token = await createSession({ ...services, database: transaction }, userId)
    const newest = hashToken(services.secret, token)
    for (const session of await endOldestSessions(transaction, { userId, newest }))
      transaction.close(userId, closeCodes.sessionEnded, session)
    return token
  })
}
