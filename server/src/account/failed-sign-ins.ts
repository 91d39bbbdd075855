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
  /** Of the account, if there is one. A new password resets the counters of its browsers and of everywhere. */
  passwordHash: string | undefined
  ip: string
  /** Of a browser that has signed in to this account before, see `device-cookie.ts`. */
  device: string | null
}

/**
 * Runs `isRight`, and limits how often it may fail. Each attempt is counted before the password is looked at, so that many
 * guesses at once are counted, too. Refuses 'too-many-requests', with the given words.
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

/** A known browser has a counter of its own, so that guesses from elsewhere do not lock it out. */
async function countAttempt(services: Parameters<typeof attemptPassword>[0], tried: PasswordAttempt) {
  const { own, known, strangers } = limitsOf(services.config, tried)
  if (own) {
    const taken = await consume(services, own)
    if (!taken.allowed) return { ...taken, keys: [] }
    // Somebody who once knew the password may have many device cookies: all together have a limit, too.
    if ((await consume(services, known)).allowed) return { ...taken, keys: [own.key, known.key] }
  }
  const taken = await consumeInOrder(services, strangers)
  return { ...taken, keys: [...(own ? [own.key] : []), ...strangers.map(({ key }) => key)] }
}

// The network is counted first: guesses at a locked account count for it, and a locked network cannot lock an account.
// One network alone cannot use up the limit that an account has for everywhere.
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
      { key: inNetwork({ email, ip }), ...perAccount },
      { key: `sign-in:${account}`, ...everywhere },
    ],
  }
}

/**
 * Resets the counter of an address in this network, after a password reset; the counters of its browsers and of everywhere end
 * with the old password. Counters of other networks stay, so that nobody there can tell that there is an account.
 */
export async function resetFailedSignIns(
  on: Queryable,
  address: Pick<PasswordAttempt, 'email' | 'ip'>,
): Promise<void> {
  await reset({ database: on }, inNetwork(address))
}

function inNetwork({ email, ip }: Pick<PasswordAttempt, 'email' | 'ip'>): string {
  return `sign-in at:${ip} ${email}`
}

/** Changes with the password, and tells nothing about it. */
function generationOf(passwordHash: string | undefined): string {
  return passwordHash ? createHash('sha256').update(passwordHash).digest('base64url').slice(0, 12) : 'none'
}
