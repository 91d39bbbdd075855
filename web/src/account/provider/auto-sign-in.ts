import { navigationTiming } from '#ui/navigation-timing.ts'
import { site } from '#ui/site.ts'

const signedOutKey = 'signed-out'
const wentKey = 'went-to-provider-at'

// After a visit to the provider, the login page does not go there by itself for this time. Otherwise it would go there in an endless
// loop if the session were lost right after each sign-in, for example because cookies are blocked.
const pauseMs = 60_000

/** Remembers that a session has ended in this tab, because the login page must not go to the provider by itself then. */
export function rememberSignOut(): void {
  if (site.provider?.auto) write(signedOutKey, 'yes')
}

/** Returns whether the login page goes to the provider without a click. `?local` in `search`, the query of the address, prevents that. */
export function goesByItself(search: string): boolean {
  if (!site.provider?.auto || new URLSearchParams(search).has('local')) return false
  if (navigationTiming()?.type === 'back_forward') return false
  try {
    const wentAt = Number(sessionStorage.getItem(wentKey))
    return sessionStorage.getItem(signedOutKey) === null && Date.now() > wentAt + pauseMs
  } catch {
    // Without storage, a visit to the provider a moment ago leaves no trace, so the visits could repeat endlessly.
    return false
  }
}

/** Remembers that this tab is going to the provider now, and forgets that a session has ended in it. */
export function rememberGoing(): void {
  write(wentKey, String(Date.now()))
  write(signedOutKey, null)
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Storage is forbidden.
  }
}
