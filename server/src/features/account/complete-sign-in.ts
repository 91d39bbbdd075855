import type { Account } from '@grouplight/contract/account.ts'
import type { SQL } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { languageOf } from '#platform/texts/request-language.ts'
import type { Caller, Services } from '#services.ts'
import { browserNameOf } from './browser-name.ts'
import { knownBrowserCookie } from './known-browser-cookie.ts'
import type { SessionCookie } from './session-cookie.ts'
import { accountOf, findCaller, sessionIdOf } from './sessions.ts'
import { endReplacedSession } from './sign-out.ts'
import { startSession } from './start-session.ts'

type SignIn = {
  account: { uid: string; email: string }
  /** A condition on the table `users`, for example that the password hash has not changed since its check. */
  proof: SQL
  /** Whether the sign-in counts as a confirmation. True by default. False if the provider may not have asked the user for a proof. */
  isConfirmed?: boolean
  /** The caller of the browser's earlier session, which the sign-in ends. */
  replaced: Caller | null
  reply: FastifyReply
  refusal(): Error
}

/** The returned function is the last step of every kind of sign-in. It throws `refusal()` if the user gets no valid session. */
export function createCompleteSignIn(services: Services, cookie: SessionCookie) {
  const knownBrowsers = knownBrowserCookie(services.config.appUrl, services.secret)
  return async (signIn: SignIn): Promise<Account> => {
    const { account, proof, isConfirmed = true, replaced, reply, refusal } = signIn
    const token = await startSession(services, {
      userId: account.uid,
      browser: browserNameOf(reply.request.headers['user-agent']),
      isKnownBrowser: knownBrowsers.read(reply.request, account.email) !== null,
      isConfirmed,
      language: languageOf(reply.request),
      proof,
    })
    if (token === null) throw refusal()
    services.log.info({ userId: account.uid }, 'signed in')
    if (replaced) await endReplacedSession(services, replaced)
    cookie.set(reply, token)
    knownBrowsers.set(reply, account.email)
    const caller = await findCaller(services, sessionIdOf(services.secret, token))
    if (!caller) throw refusal()
    return accountOf(caller)
  }
}

export type CompleteSignIn = ReturnType<typeof createCompleteSignIn>
