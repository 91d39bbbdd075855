import { problemText } from '#api/problem-text.ts'
import { NotConfirmed } from './with-confirmation.ts'

/** Returns null if there is no error, or if the error is a `NotConfirmed`. */
export function errorText(error: unknown): string | null {
  return error && !(error instanceof NotConfirmed) ? problemText(error) : null
}
