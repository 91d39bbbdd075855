import { navigationTiming } from '#ui/navigation-timing.ts'
import { site } from '#ui/site.ts'

const signedOutKey = 'signed-out'
const wentKey = 'went-to-provider-at'

// If the session is lost at once, for example because cookies are blocked, the login page must not go to the provider for ever.
const pauseMs = 60_000

/** Remembers that a session has ended in this tab, because the login page must not sign the user in again at once. */
export function rememberSignOut(): void {
  if (site.provider?.auto) write(signedOutKey, 'yes')
}

/** Whether the login page goes to the provider without being asked. `?local` prevents that. */
export function goesByItself(search: string): boolean {
  if (!site.provider?.auto || new URLSearchParams(search).has('local')) return false
  if (navigationTiming()?.type === 'back_forward') return false
  try {
    const wentAt = Number(sessionStorage.getItem(wentKey))
    return sessionStorage.getItem(signedOutKey) === null && Date.now() > wentAt + pauseMs
  } catch {
    // Without storage the page cannot know whether it went to the provider a moment ago.
    return false
  }
}

/** Remembers that this tab is going to the provider. */
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
