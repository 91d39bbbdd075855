const prefix = 'ringing '

/**
 * Returns null if the user does not want this browser to ring. Otherwise returns the endpoint that the server has confirmed in
 * this session, or '' if it has confirmed none.
 */
export function ringingEndpoint(userId: string): string | null {
  try {
    return localStorage.getItem(prefix + userId)
  } catch {
    // Storage is forbidden, so nothing was saved.
    return null
  }
}

/** Remembers in this browser that the user wants it to ring, or with null that the user does not. */
export function rememberRinging(userId: string, endpoint: string | null): void {
  try {
    if (endpoint === null) localStorage.removeItem(prefix + userId)
    else localStorage.setItem(prefix + userId, endpoint)
  } catch {
    // Storage is forbidden or full. The browser rings until its subscription or its session ends.
  }
}

/**
 * Ends the subscription of this browser and closes its shown notifications. Must be called when a session has ended. The wish is
 * kept: after the user has signed in again, the browser rings again.
 */
export async function silenceBrowser(): Promise<void> {
  const wishes = savedKeys().filter(key => key.startsWith(prefix))
  if (wishes.length === 0) return
  for (const key of wishes) localStorage.setItem(key, '')
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

function savedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
