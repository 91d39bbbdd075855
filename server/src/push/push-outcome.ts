import type { PushOutcome } from '#metrics/counts.ts'
import { AddressNotAllowedError } from '#outgoing/addresses.ts'
import type { Result } from '#outgoing/result.ts'

export function outcomeOf(result: Result): Exclude<PushOutcome, 'expired' | 'silenced'> {
  if (result instanceof Error) return result instanceof AddressNotAllowedError ? 'refused' : 'put-off'
  const { status } = result
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'put-off' : 'refused'
}
