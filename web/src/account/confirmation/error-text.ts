import { problemText } from '#api/problem-text.ts'
import { NotConfirmed } from './after-confirmation.ts'

/** Returns the sentence about an error. Returns null if there is no error or if it is a `NotConfirmed`. */
export function errorText(error: unknown): string | null {
  return error && !(error instanceof NotConfirmed) ? problemText(error) : null
}
