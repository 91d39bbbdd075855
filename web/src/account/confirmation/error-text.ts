import { problemText } from '#api/problem-text.ts'
import { NotConfirmed } from './after-confirmation.ts'

/** Returns the sentence about an error. Returns null if there is none, or if the user did not confirm. */
export function errorText(error: unknown): string | null {
  return error && !(error instanceof NotConfirmed) ? problemText(error) : null
}
