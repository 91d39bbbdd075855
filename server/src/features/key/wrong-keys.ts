import { minuteMs } from '#platform/clock.ts'
import { check, consume, type Limit } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'

const windowMs = 15 * minuteMs

/** The refusal is the same for every reason, so that it does not reveal which keys exist. */
export function invalidKey(): Problem {
  return new Problem('unauthenticated.key')
}

/**
 * Throws the Problem 'too-many-requests' above the limit for an IP address. Do not call this for valid keys: they must still work in a
 * network where a revoked key has used up the limit.
 */
export async function countWrongKey(services: Services, ip: string): Promise<void> {
  const limit: Limit = { key: `key from:${ip}`, most: services.config.limits.wrongCodesPerIp, windowMs }
  const outcome = await check(services, limit)
  if (!outcome.allowed) throw new Problem('too-many-requests.wrong-keys', outcome)
  await consume(services, limit)
}
