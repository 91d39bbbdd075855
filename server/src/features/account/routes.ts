import {
  deleteAccount,
  readSession,
  setLanguage,
  signIn,
  signOut,
  signUp,
  updateAccount,
  verifyEmail,
} from '@grouplight/contract/account.ts'
import {
  functionsPath,
  resetPasswordSchema,
  sendPasswordResetSchema,
  sendVerificationEmailSchema,
} from '@grouplight/contract/callable.ts'
import { problemSchema } from '@grouplight/contract/problem.ts'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { users } from '#platform/database/schema.ts'
import { okSchema, serveCallable } from '#platform/http/callable.ts'
import type { Router } from '#platform/http/endpoint-route.ts'
import { withMinimumDuration } from '#platform/limits/minimum-duration.ts'
import { mailboxFor } from '#platform/mail/mailbox.ts'
import { networkOf } from '#platform/network/network-address.ts'
import { languageOf, preferredLanguageOf, setLanguageCookie } from '#platform/texts/request-language.ts'
import type { Caller, Services } from '#services.ts'
import { changeDisplayName } from './change-display-name.ts'
import { createCompleteSignIn } from './complete-sign-in.ts'
import { requirePassword } from './confirmation.ts'
import { deleteAccount as removeAccount } from './delete-account.ts'
import { knownBrowserCookie } from './known-browser-cookie.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { requestPasswordReset, resetPassword } from './password-reset.ts'
import { resendVerification } from './resend-verification.ts'
import { browserCookie, type SessionCookie } from './session-cookie.ts'
import { accountOf } from './sessions.ts'
import { checkPassword, invalidCredential } from './sign-in.ts'
import { signOut as endSession } from './sign-out.ts'
import { signUp as register } from './sign-up.ts'
import { signUpLifeMs } from './sign-ups.ts'
import { verifyEmail as redeemVerification } from './verify-email.ts'

export function accountRoutes(route: Router<Caller>, services: Services, cookie: SessionCookie): void {
  const knownBrowsers = knownBrowserCookie(services.config.appUrl, services.secret)
  // A verification link that is opened in the browser of the sign-up may need no password.
  const signUpBrowsers = browserCookie(services.config.appUrl, 'grouplight-sign-up', signUpLifeMs)
  const completeSignIn = createCompleteSignIn(services, cookie)
  passkeyRoutes(route, services, completeSignIn)

  route(readSession, async ({ user }) => ({ account: user && accountOf(user) }))

  route(signIn, async ({ body, ip, user, reply }) => {
    const browserId = knownBrowsers.read(reply.request, body.email)
    const account = await checkPassword(services, { ...body, ip, browserId })
    // The old password must not create a session if the password is reset during this sign-in.
    const proof = sql`${users.passwordHash} is not distinct from ${account.passwordHash}`
    const proven = { account, proof, replaced: user, reply, refusal: invalidCredential }
    return { account: await completeSignIn(proven) }
  })

  route(signOut, async ({ user, reply }) => {
    if (user) await endSession(services, { caller: user })
    cookie.clear(reply)
  })

  route(signUp, async ({ body, ip, reply }) => {
    const browser = signUpBrowsers.readOrCreate(reply)
    const language = languageOf(reply.request)
    await withMinimumDuration(register(services, { ...body, ip, browser, language }))
    return { ok: true as const, mailbox: mailboxFor(reply.request.raw, services) }
  })

  route(verifyEmail, async ({ body, ip, reply }) => {
    const [browser, language] = [signUpBrowsers.read(reply.request), languageOf(reply.request)]
    return { ok: true as const, ...(await redeemVerification(services, { ...body, ip, browser, language })) }
  })

  route(updateAccount, async ({ body, user }) => {
    await changeDisplayName(services, { userId: user.userId, displayName: body.displayName })
    return { account: { ...accountOf(user), displayName: body.displayName } }
  })

  route(setLanguage, async ({ body, user, reply }) => {
    const language = body.language ?? preferredLanguageOf(reply.request)
    await services.database.update(users).set({ language }).where(eq(users.uid, user.userId))
    setLanguageCookie(reply, body.language)
  })

  route(deleteAccount, async ({ body, ip, user, reply }) => {
    const browserId = knownBrowsers.read(reply.request, user.email)
    await requirePassword(services, { caller: user, password: body.password, ip, browserId })
    const fates = new Map(body.groups.map(({ groupId, ...fate }) => [groupId, fate]))
    await removeAccount(services, { userId: user.userId, by: 'user', fates: groupId => fates.get(groupId) })
    cookie.clear(reply)
  })
}

export function accountFunctions(app: FastifyInstance, services: Services): void {
  const knownBrowsers = knownBrowserCookie(services.config.appUrl, services.secret)
  serveCallable(app, 'sendCustomPasswordReset', sendPasswordResetSchema, async ({ email }, ip, reply) => {
    const language = languageOf(reply.request)
    await withMinimumDuration(requestPasswordReset(services, { email, ip, language }))
    return { success: true, message: 'If this address has an account, a reset link is on its way.' }
  })

  serveCallable(app, 'resetPasswordWithToken', resetPasswordSchema, async (data, ip, reply) => {
    const { email } = await resetPassword(services, { ...data, ip, language: languageOf(reply.request) })
    knownBrowsers.set(reply, email)
    return { success: true }
  })

  app.post(
    `${functionsPath}/sendVerificationEmail`,
    {
      schema: {
        tags: ['functions'],
        operationId: 'sendVerificationEmail',
        summary: 'Sends the link that verifies an address again. The answer is always the same.',
        security: [],
        body: sendVerificationEmailSchema,
        response: { 200: okSchema, 400: problemSchema, 429: problemSchema },
      },
    },
    async request => {
      const { email } = sendVerificationEmailSchema.parse(request.body)
      const input = { email, ip: networkOf(request.ip), language: languageOf(request) }
      await withMinimumDuration(resendVerification(services, input))
      return { ok: true }
    },
  )
}
