const key = 'invite-link'
/** A copy of the code, for a browser whose session storage is forbidden or full. */
let inMemory: string | undefined

/** The code of the invite link opened in this tab. With it, the server invites a user who signs up or signs in to the link's group. */
export function linkCode(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? inMemory
  } catch {
    return inMemory
  }
}

/** Keeps the code in this tab. The code survives a reload unless the session storage is forbidden or full. */
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
    // Storage is forbidden, so nothing was saved.
  }
}
