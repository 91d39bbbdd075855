import { ProblemError } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'

/**
 * Returns the sentence about a failed request. For an error of the browser, returns `otherwise`, because browsers rarely reveal
 * why no passkey was created or chosen.
 */
export function passkeyText(error: unknown, otherwise: string): string {
  return error instanceof ProblemError ? problemText(error) : otherwise
}
