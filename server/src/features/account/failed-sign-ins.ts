import { createHash } from 'node:crypto'
import { minuteMs } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { Queryable } from '#platform/database/database.ts'
import { consume, consumeUntilRefused, refund, refundIfUnavailable, reset } from '#platform/limits/limits.ts'
import { type PlainKind, Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'

const windowMs = 15 * minuteMs

export type PasswordAttempt = {
  email: string
  /** Undefined if there is no account with a password. A new hash starts new counters, except those of an IP address. */
  passwordHash: string | undefined
  ip: string
  /** The id in the cookie of a known browser. Null if the browser is not known. */
  browserId: string | null
}

/**
 * Counts the attempt unless `check` returns a truthy value or throws 'unavailable'. Above a limit, throws
 * `refusal`.
 */
export async function attemptPassword<Result>(
  services: Pick<Services, 'config' | 'database' | 'clock'>,
  attempt: PasswordAttempt,
  refusal: PlainKind,
  check: () => Promise<Result>,
): Promise<Result> {
  // The attempt is counted before `check` runs. Otherwise concurrent guesses could exceed the limits.
  const { keys, ...taken } = await countAttempt(services, attempt)
  if (!taken.allowed) throw new Problem(refusal, taken)
  const result = await refundIfUnavailable(services, keys, check)
  if (result) for (const key of keys) await refund(services, key)
  return result
}

// A known browser has its own limit, which guesses from other browsers cannot use up.
async function countAttempt(services: Parameters<typeof attemptPassword>[0], attempt: PasswordAttempt) {
  const { ofBrowser, ofKnownBrowsers, ofOthers } = limitsOf(services.config, attempt)
  if (ofBrowser) {
    const taken = await consume(services, ofBrowser)
    if (!taken.allowed) return { ...taken, keys: [] }
    // Somebody who knew the password for some time may have collected cookies of many known browsers. Therefore the known
    // browsers of an account also have a common limit. Above this limit, their attempts count like attempts in unknown browsers.
    if ((await consume(services, ofKnownBrowsers)).allowed)
      return { ...taken, keys: [ofBrowser.key, ofKnownBrowsers.key] }
  }
  const taken = await consumeUntilRefused(services, ofOthers)
  return { ...taken, keys: [...(ofBrowser ? [ofBrowser.key] : []), ...ofOthers.map(({ key }) => key)] }
}

// The order of `ofOthers` matters: attempts from a refused IP address do not use up the limit of an account.
function limitsOf(config: Config, { email, passwordHash, ip, browserId }: PasswordAttempt) {
  const { limits } = config
  const generation = generationOf(passwordHash)
  const account = `${email} ${generation}`
  const perAccount = { most: limits.failedSignInsPerAccount, windowMs }
  const everywhere = { most: limits.failedSignInsPerAccountEverywhere, windowMs }
  return {
    ofBrowser: browserId === null ? null : { key: `sign-in by:${browserId} ${generation}`, ...perAccount },
    ofKnownBrowsers: { key: `sign-in known:${account}`, ...everywhere },
    ofOthers: [
      { key: `sign-in from:${ip}`, most: limits.failedSignInsPerIp, windowMs },
      { key: keyPerIp({ email, ip }), ...perAccount },
      { key: `sign-in:${account}`, ...everywhere },
    ],
  }
}

/** Resets only the counter for this email address at this IP address. Other resets would reveal the account to strangers. */
export async function resetFailedSignIns(
  on: Queryable,
  address: Pick<PasswordAttempt, 'email' | 'ip'>,
): Promise<void> {
  await reset({ database: on }, keyPerIp(address))
}

function keyPerIp({ email, ip }: Pick<PasswordAttempt, 'email' | 'ip'>): string {
  return `sign-in at:${ip} ${email}`
}

// A short hash that changes with the password, but does not reveal the password.
function generationOf(passwordHash: string | undefined): string {
  return passwordHash ? createHash('sha256').update(passwordHash).digest('base64url').slice(0, 12) : 'none'
}
