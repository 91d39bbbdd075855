import { ProblemError } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'

/** Returns `otherwise` for an error of the browser, because browsers rarely reveal why no passkey was created or chosen. */
export function passkeyText(error: unknown, otherwise: string): string {
  return error instanceof ProblemError ? problemText(error) : otherwise
}
