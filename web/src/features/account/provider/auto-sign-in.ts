import { navigationTiming } from '#ui/navigation-timing.ts'
import { site } from '#ui/site.ts'

const signedOutKey = 'signed-out'
const wentKey = 'went-to-provider-at'

// After a visit, the login page waits this long before it starts the next visit by itself. This prevents an endless loop if every
// session is lost immediately, for example because cookies are blocked.
const pauseMs = 60_000

/** After a session has ended in a tab, the login page in this tab must not start a visit by itself. */
export function rememberSignOut(): void {
  if (site.provider?.auto) write(signedOutKey, 'yes')
}

/** Returns whether the login page starts a visit without a click. It never does if its address has `?local`. */
export function startsVisitByItself(search: string): boolean {
  if (!site.provider?.auto || new URLSearchParams(search).has('local')) return false
  if (navigationTiming()?.type === 'back_forward') return false
  try {
    const wentAt = Number(sessionStorage.getItem(wentKey))
    return sessionStorage.getItem(signedOutKey) === null && Date.now() > wentAt + pauseMs
  } catch {
    // Without storage, earlier visits are not known, so an endless loop would be possible.
    return false
  }
}

export function rememberVisit(): void {
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
