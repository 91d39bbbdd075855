import { parseEmail } from '@grouplight/contract/account.ts'
import type { Language } from '@grouplight/locales/src/languages.ts'
import { dayMs, hourMs, minuteMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { consume, consumeOrRefuse } from '#platform/limits/limits.ts'
import { queueEmail } from '#platform/mail/queue-email.ts'
import type { Services } from '#services.ts'
import { verificationEmail } from './emails.ts'
import { requirePasswordSignIn, signUpObstacle } from './registration.ts'
import { createSignUpCode } from './sign-up-codes.ts'
import { findAccountByEmail, listSignUps } from './sign-ups.ts'

/**
 * Sends a new link if the address has no account but has a sign-up that may create one. The response does not reveal whether a
 * link was sent.
 */
export async function resendVerification(
  services: Services,
  input: { email: string; ip: string; language: Language },
): Promise<void> {
  const { config, site, clock } = services
  requirePasswordSignIn(config)
  await limitResends(services, input.ip)
  const email = parseEmail(input.email)
  if (email === null) return
  await commit(services, async transaction => {
    const perMinute = await consume(
      { database: transaction, clock },
      { key: `resend, minute:${email}`, most: 1, windowMs: minuteMs },
    )
    if (!perMinute.allowed) return
    const perDay = await consume(
      { database: transaction, clock },
      { key: `resend, day:${email}`, most: 5, windowMs: dayMs },
    )
    if (!perDay.allowed) return
    const newest = (await listSignUps(transaction, email)).at(-1)
    if (!newest || (await findAccountByEmail(transaction, email))) return
    if (await signUpObstacle(transaction, services, email)) return
    const code = await createSignUpCode(transaction, services, 'verify-email', newest.id)
    await queueEmail(transaction, verificationEmail(site, { ...input, email }, code), clock.now())
  })
}

// A request is counted before the address is looked up, so that the refusal reveals nothing about the address.
async function limitResends(services: Services, ip: string): Promise<void> {
  const most = services.config.limits.verificationEmailsPerIp
  const limit = { key: `resend from:${ip}`, most, windowMs: hourMs }
  await consumeOrRefuse(services, limit, 'too-many-requests.verification-emails')
}
