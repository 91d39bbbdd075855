import { parseEmail } from '@grouplight/contract/account.ts'
import { dayMs, hourMs, minuteMs } from '#clock.ts'
import { commit } from '#commit/commit.ts'
import { consume } from '#limits/limits.ts'
import { queueEmail } from '#mail/outbox.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { verificationEmail } from './emails.ts'
import { issueSignUpCode } from './sign-up-codes.ts'
import { accountWith, signUpsOf } from './sign-ups.ts'

/**
 * Mails the newest sign-up of an address its link again, once a minute and 5 times a day at most. Says nothing about what it
 * found. `email` is as typed. Refuses 'too-many-requests' to an address of the network that asks for many.
 */
export async function resendVerification(
  services: Services,
  input: { email: string; ip: string },
): Promise<void> {
  const { config, clock } = services
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
    const newest = (await signUpsOf(transaction, email)).at(-1)
    if (!newest || (await accountWith(transaction, email))) return
    const code = await issueSignUpCode(transaction, services, 'verify-email', newest.id)
    await queueEmail(transaction, verificationEmail(config, email, code), clock.now())
  })
}

// Counted for everybody alike, before anything is known of the address: the refusal tells nothing either.
async function limitResends(services: Services, ip: string): Promise<void> {
  const most = services.config.limits.verificationEmailsPerIp
  const taken = await consume(services, { key: `resend from:${ip}`, most, windowMs: hourMs })
  if (!taken.allowed)
    throw new Problem('too-many-requests', 'Too many verification emails. Please try again later.', taken)
}
