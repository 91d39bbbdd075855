import { createHash } from 'node:crypto'
import { minuteMs } from '#clock.ts'
import type { Config } from '#config.ts'
import type { Queryable } from '#database/database.ts'
import { consume, consumeInOrder, refund, refundIfBusy, reset } from '#limits/limits.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'

const windowMs = 15 * minuteMs

/** Who tries a password, and for which account. */
export type PasswordTry = {
  email: string
  /** Of the account, if there is one: with another password its counters of browsers and of everywhere begin anew. */
  passwordHash: string | undefined
  ip: string
  /** Of a browser that has signed in to this account before, see `device-cookie.ts`. */
  device: string | null
}

/**
 * Whether the password is right, and counts it when it was not. It is counted before anybody looks, so that many guesses at
 * once are no way around. Refuses 'too-many-requests', with the given words.
 */
export async function countFailedSignIn<Right>(
  services: Pick<Services, 'config' | 'database' | 'clock'>,
  tried: PasswordTry,
  refusal: string,
  isRight: () => Promise<Right>,
): Promise<Right> {
  const { keys, ...taken } = await takeTry(services, tried)
  if (!taken.allowed) throw new Problem('too-many-requests', refusal, taken)
  const right = await refundIfBusy(services, keys, isRight)
  if (right) for (const key of keys) await refund(services, key)
  return right
}

/** A known browser has a counter of its own, so that guesses from elsewhere lock it out of nothing. */
async function takeTry(services: Parameters<typeof countFailedSignIn>[0], tried: PasswordTry) {
  const { own, known, strangers } = limitsOf(services.config, tried)
  if (own) {
    const taken = await consume(services, own)
    if (!taken.allowed) return { ...taken, keys: [] }
    // Who once knew the password may have collected many device cookies: all together they have a limit, too.
    if ((await consume(services, known)).allowed) return { ...taken, keys: [own.key, known.key] }
  }
  const taken = await consumeInOrder(services, strangers)
  return { ...taken, keys: [...(own ? [own.key] : []), ...strangers.map(({ key }) => key)] }
}

// The network comes first: guesses at a locked account count for it, and from a locked network nobody locks an account.
// One network alone cannot use up what an account has from everywhere.
function limitsOf({ limits }: Config, { email, passwordHash, ip, device }: PasswordTry) {
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
 * Forgets, after a reset, what an address has failed from this network; the counters of its browsers and of everywhere end with the
 * password. Elsewhere nothing changes: whoever locked themselves out there cannot tell that there was something to reset.
 */
export async function forgetFailedSignIns(
  on: Queryable,
  address: Pick<PasswordTry, 'email' | 'ip'>,
): Promise<void> {
  await reset({ database: on }, inNetwork(address))
}

function inNetwork({ email, ip }: Pick<PasswordTry, 'email' | 'ip'>): string {
  return `sign-in at:${ip} ${email}`
}

/** Stands for a password without telling anything about it: with another one, counters begin anew. */
function generationOf(passwordHash: string | undefined): string {
  return passwordHash ? createHash('sha256').update(passwordHash).digest('base64url').slice(0, 12) : 'none'
}
