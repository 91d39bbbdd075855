import type { Account } from '@grouplight/contract/account.ts'
import type { SQL } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { commit } from '#commit/commit.ts'
import type { Services } from '#services.ts'
import { browserNameOf } from './browser-name.ts'
import { knownBrowserCookie } from './known-browser-cookie.ts'
import type { SessionCookie } from './session-cookie.ts'
import { accountOf, type Caller, findCaller, sessionIdOf } from './sessions.ts'
import { endReplacedSession } from './sign-out.ts'
import { startSession } from './start-session.ts'

export type Entering = {
  account: { uid: string; email: string }
  /** A condition on the table `users`, for example that the password is still the one that was checked. */
  proof: SQL
  /** Whether the sign-in counts as a confirmation, by default true. False if the provider may not have asked for a proof. */
  isConfirmed?: boolean
  /** The code of an invite link that the user opened before signing in. The user may get an invitation to its group. */
  code?: string | undefined
  /** The caller of the session that the browser had before. The sign-in ends that session. */
  replaced: Caller | null
  reply: FastifyReply
  refusal(): Error
}

/** Returns the last step of all kinds of sign-in. It throws `refusal()` if no session is created, or if it has already ended. */
export function entrance(services: Services, cookie: SessionCookie) {
  const knownBrowsers = knownBrowserCookie(services.config.appUrl, services.secret)
  return async (entering: Entering): Promise<Account> => {
    const { account, proof, isConfirmed = true, replaced, reply, refusal } = entering
    const token = await startSession(services, {
      userId: account.uid,
      browser: browserNameOf(reply.request.headers['user-agent']),
      isKnownBrowser: knownBrowsers.read(reply.request, account.email) !== null,
      isConfirmed,
      proof,
    })
    if (token === null) throw refusal()
    services.log.info({ userId: account.uid }, 'signed in')
    if (entering.code) await comeByLink(services, account, entering.code)
    if (replaced) await endReplacedSession(services, replaced)
    cookie.set(reply, token)
    knownBrowsers.set(reply, account.email)
    const caller = await findCaller(services, sessionIdOf(services.secret, token))
    // The session may have already ended, for example because the account was disabled.
    if (!caller) throw refusal()
    return accountOf(caller)
  }
}

async function comeByLink(
  services: Services,
  { uid: userId, email }: Entering['account'],
  code: string,
): Promise<void> {
  const { accountListener } = services
  await commit(services, async transaction => {
    const linkId = await accountListener.linkOf(transaction, code)
    if (linkId) await accountListener.cameByLink(transaction, { userId, email, linkId })
  })
}

export type Entrance = ReturnType<typeof entrance>
