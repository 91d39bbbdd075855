import { ProblemError } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'

/** Returns `fallback` for an error of the browser, because browsers rarely tell why no passkey was created or chosen. */
export function passkeyText(error: unknown, fallback: string): string {
  return error instanceof ProblemError ? problemText(error) : fallback
}
