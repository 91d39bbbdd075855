import { secondMs } from '#clock.ts'
import { AddressNotAllowedError } from './addresses.ts'
import type { Answer } from './post.ts'

/** The answer of a receiver, or the error why there is none. */
export type Result = Answer | Error

/** Returns the time that the receiver asks to wait. Null if it names none. */
export function retryAfterMs(result: Result, now: Date): number | null {
  const text = result instanceof Error ? undefined : result.retryAfter
  if (!text) return null
  const ms = /^\d+$/.test(text) ? Number(text) * secondMs : Date.parse(text) - now.getTime()
  return Number.isFinite(ms) ? Math.max(secondMs, ms) : null
}

/** Returns the reason of a failure for the log. Messages of errors may contain the address. Therefore only their code is named. */
export function reasonOf(result: Result): string | number {
  if (!(result instanceof Error)) return result.status
  if (result instanceof AddressNotAllowedError) return result.message
  return (result as { code?: string }).code ?? result.name
}
