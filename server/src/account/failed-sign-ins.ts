import { createHash } from 'node:crypto'
import { minuteMs } from '#clock.ts'
import type { Config } from '#config.ts'
import type { Queryable } from '#database/database.ts'
import { consume, consumeInOrder, refund, refundIfBusy, reset } from '#limits/limits.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'

const windowMs = 15 * minuteMs

/** An attempt to enter the password of an account. */
export type PasswordAttempt = {
  email: string
  /** The account's password hash, if the account exists. It is part of most counters' keys, so a new password resets these counters. */
  passwordHash: string | undefined
  ip: string
  /** The device id of a browser that has signed in to this account before, see `device-cookie.ts`. */
  device: string | null
}

/**
 * Runs `isRight` and limits its failures. Each attempt is counted before the password is checked, so that concurrent guesses are
 * counted, too. Refuses 'too-many-requests' with the message `refusal`.
 */
export async function attemptPassword<Right>(
  services: Pick<Services, 'config' | 'database' | 'clock'>,
  tried: PasswordAttempt,
  refusal: string,
  isRight: () => Promise<Right>,
): Promise<Right> {
  const { keys, ...taken } = await countAttempt(services, tried)
  if (!taken.allowed) throw new Problem('too-many-requests', refusal, taken)
  const right = await refundIfBusy(services, keys, isRight)
  if (right) for (const key of keys) await refund(services, key)
  return right
}

/** A known browser has its own counter, so that guesses from other browsers do not lock it out. */
async function countAttempt(services: Parameters<typeof attemptPassword>[0], tried: PasswordAttempt) {
  const { own, known, strangers } = limitsOf(services.config, tried)
  if (own) {
    const taken = await consume(services, own)
    if (!taken.allowed) return { ...taken, keys: [] }
    // A user who once knew the password may have many device cookies, so these cookies also have a common limit.
    if ((await consume(services, known)).allowed) return { ...taken, keys: [own.key, known.key] }
  }
  const taken = await consumeInOrder(services, strangers)
  return { ...taken, keys: [...(own ? [own.key] : []), ...strangers.map(({ key }) => key)] }
}

// The counter of the IP address is first. So guesses at a locked account count for the IP address, and a locked IP address cannot
// lock an account. One IP address alone cannot use up the limit of an account for all IP addresses.
function limitsOf({ limits }: Config, { email, passwordHash, ip, device }: PasswordAttempt) {
  const generation = generationOf(passwordHash)
  const account = `${email} ${generation}`
  const perAccount = { most: limits.failedSignInsPerAccount, windowMs }
  const everywhere = { most: limits.failedSignInsPerAccountEverywhere, windowMs }
  return {
    own: device === null ? null : { key: `sign-in by:${device} ${generation}`, ...perAccount },
    known: { key: `sign-in known:${account}`, ...everywhere },
    strangers: [
      { key: `sign-in from:${ip}`, most: limits.failedSignInsPerIp, windowMs },
      { key: keyPerIp({ email, ip }), ...perAccount },
      { key: `sign-in:${account}`, ...everywhere },
    ],
  }
}

/**
 * Resets the counter of an email address for one IP address, after a password reset. The counters of the account and its browsers
 * need no reset, because they depend on the password. The counters for other IP addresses stay, so that an attacker there cannot
 * find out that the account exists.
 */
export async function resetFailedSignIns(
  on: Queryable,
  address: Pick<PasswordAttempt, 'email' | 'ip'>,
): Promise<void> {
  await reset({ database: on }, keyPerIp(address))
}

function keyPerIp({ email, ip }: Pick<PasswordAttempt, 'email' | 'ip'>): string {
  return `sign-in at:${ip} ${email}`
}

/** Returns a short hash that changes with the password and does not reveal it. */
function generationOf(passwordHash: string | undefined): string {
  return passwordHash ? createHash('sha256').update(passwordHash).digest('base64url').slice(0, 12) : 'none'
}
