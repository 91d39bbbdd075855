import type { Language } from '@grouplight/locales/src/languages.ts'
import { addMs, hourMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { signUps } from '#platform/database/schema.ts'
import { consumeOrRefuse, refundIfUnavailable } from '#platform/limits/limits.ts'
import { queueEmail } from '#platform/mail/queue-email.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken, newId } from '#platform/tokens.ts'
import type { Services } from '#services.ts'
import { alreadyRegisteredEmail, signUpRefusedEmail, verificationEmail } from './emails.ts'
import { requireOpenSignUp, requirePasswordSignIn, signUpObstacle } from './registration.ts'
import { createSignUpCode } from './sign-up-codes.ts'
import { hashSignUpPassword } from './sign-up-passwords.ts'
import {
  findAccountByEmail,
  listSignUps,
  lockSignUps,
  newestInviteLinkOf,
  type SignUp,
  signUpLifeMs,
} from './sign-ups.ts'

const maxSignUpsPerAddress = 5

/** The response does not reveal whether there is an account. `browser` is the token of the sign-up cookie. */
export async function signUp(
  services: Services,
  input: {
    displayName: string
    email: string
    password: string
    /** The code of an invite link. */
    code?: string | undefined
    ip: string
    browser: string
    language: Language
  },
): Promise<void> {
  const { config, site, clock, secret, accountListener } = services
  const { displayName, email } = input
  requireOpenSignUp(site)
  requirePasswordSignIn(config)
  const limitKey = await limitSignUpsFrom(services, input.ip)
  const passwordHash = await refundIfUnavailable(services, [limitKey], () =>
    hashSignUpPassword(services, input),
  )
  await commit(services, async transaction => {
    await lockSignUps(transaction, email)
    const inviteLinkId =
      input.code === undefined ? null : await accountListener.findInviteLink(transaction, input.code)
    limitSignUpsOfAddress(services, await listSignUps(transaction, email), inviteLinkId)
    const id = newId()
    const browserHash = hashToken(secret, input.browser)
    // A sign-up is stored even if it may not create an account. Otherwise later responses would reveal whether it may.
    await transaction
      .insert(signUps)
      .values({ id, email, displayName, passwordHash, browserHash, inviteLinkId, createdAt: clock.now() })
    const account = await findAccountByEmail(transaction, email)
    const obstacle = await signUpObstacle(transaction, services, email)
    const sentEmail = account
      ? alreadyRegisteredEmail(site, account)
      : obstacle
        ? signUpRefusedEmail(site, input, obstacle.code)
        : verificationEmail(site, input, await createSignUpCode(transaction, services, 'verify-email', id))
    await queueEmail(transaction, sentEmail, clock.now())
  })
}

async function limitSignUpsFrom(services: Services, ip: string): Promise<string> {
  const key = `sign-up:${ip}`
  const limit = { key, most: services.config.limits.signUpsPerIp, windowMs: hourMs }
  await consumeOrRefuse(services, limit, 'too-many-requests.network-sign-ups')
  return key
}

// A new sign-up never replaces an earlier one, because the earlier one may belong to the owner of the address. With
// REGISTRATION=invited, strangers could use up the limit before the owner signs up with an invite link. Therefore the first sign-up
// with such a link may exceed the limit.
function limitSignUpsOfAddress({ clock }: Services, signUps: SignUp[], inviteLinkId: string | null): void {
  const [oldest] = signUps
  const isFirstWithLink = inviteLinkId !== null && newestInviteLinkOf(signUps) === null
  const most = isFirstWithLink ? 2 * maxSignUpsPerAddress : maxSignUpsPerAddress
  if (!oldest || signUps.length < most) return
  const leftMs = addMs(oldest.createdAt, signUpLifeMs).getTime() - clock.now().getTime()
  throw new Problem('too-many-requests.sign-ups', {
    retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
  })
}
