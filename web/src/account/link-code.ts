const key = 'invite-link'
/** Used if the browser forbids the storage, or if it is full. */
let inMemory: string | undefined

/**
 * Returns the code of the invite link that was opened in this tab, or undefined. Requests that sign up or sign in contain the
 * code, so that the server can turn it into an invitation.
 */
export function linkCode(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? inMemory
  } catch {
    return inMemory
  }
}

/** Keeps the code in this tab, also over a reload. */
export function keepLinkCode(code: string): void {
  inMemory = code
  try {
    sessionStorage.setItem(key, code)
  } catch {
    // Storage is forbidden or full.
  }
}

/** Must be called when the code was used: after joining and after signing in. */
export function forgetLinkCode(): void {
  inMemory = undefined
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is forbidden, so nothing was saved.
  }
}
