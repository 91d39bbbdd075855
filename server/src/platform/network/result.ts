import { secondMs } from '#platform/clock.ts'
import { AddressNotAllowedError } from './addresses.ts'
import type { Answer } from './post.ts'

export type Result = Answer | Error

/** Returns the wait in milliseconds that the header Retry-After asks for, but at least 1,000. Null without a valid header. */
export function retryAfterMs(result: Result, now: Date): number | null {
  const text = result instanceof Error ? undefined : result.retryAfter
  if (!text) return null
  const ms = /^\d+$/.test(text) ? Number(text) * secondMs : Date.parse(text) - now.getTime()
  return Number.isFinite(ms) ? Math.max(secondMs, ms) : null
}

/** Returns a reason for the log. For most errors, this is a code or a name, because the message may contain the address. */
export function reasonOf(result: Result): string | number {
  if (!(result instanceof Error)) return result.status
  if (result instanceof AddressNotAllowedError) return result.message
  return (result as { code?: string }).code ?? result.name
}
