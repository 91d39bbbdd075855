import { withoutPunctuation } from '@grouplight/contract/link-punctuation.ts'

const key = 'invite-link'
const completeLength = 35
/** A copy of the invite link's code, for a browser whose session storage is forbidden or full. */
let inMemory: string | undefined

/** Returns the code of the invite link with this fragment, or undefined if a part of the code is missing. */
export function codeIn(fragment: string): string | undefined {
  const code = withoutPunctuation(fragment.slice(1))
  return code.length < completeLength ? undefined : code
}

/** The code of the invite link opened in this tab. A sign-up or sign-in sends it, so that the server invites the user to the group. */
export function linkCode(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? inMemory
  } catch {
    return inMemory
  }
}

export function keepLinkCode(code: string): void {
  inMemory = code
  try {
    sessionStorage.setItem(key, code)
  } catch {
    // Storage is forbidden or full.
  }
}

/** Must be called when the code is no longer needed: after joining, asking to join or signing in, or if the link does not work. */
export function forgetLinkCode(): void {
  inMemory = undefined
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is forbidden.
  }
}
