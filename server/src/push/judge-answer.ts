import { secondMs } from '#clock.ts'
import type { PushOutcome } from '#metrics/counts.ts'
import type { Answer } from './post.ts'
import { NotPublicError } from './public-address.ts'

/** The answer of a push service, or the error why there is none. */
export type Result = Answer | Error

/** Returns what becomes of a push. */
export function outcomeOf(result: Result): Exclude<PushOutcome, 'expired' | 'silenced'> {
  if (result instanceof Error) return result instanceof NotPublicError ? 'refused' : 'put-off'
  const { status } = result
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'put-off' : 'refused'
}

/** Returns the time that the push service asks to wait. Null if it names none. */
export function retryAfterMs(result: Result, now: Date): number | null {
  const text = result instanceof Error ? undefined : result.retryAfter
  if (!text) return null
  const ms = /^\d+$/.test(text) ? Number(text) * secondMs : Date.parse(text) - now.getTime()
  return Number.isFinite(ms) ? Math.max(secondMs, ms) : null
}

/** Returns the reason of a failure for the log. Messages of errors may contain the endpoint. Therefore only their code is named. */
export function reasonOf(result: Result): string | number {
  if (!(result instanceof Error)) return result.status
  if (result instanceof NotPublicError) return result.message
  return (result as { code?: string }).code ?? result.name
}
