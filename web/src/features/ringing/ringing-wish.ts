const prefix = 'ringing '

/**
 * Returns the endpoint of the browser's confirmed device. Returns null if the user does not want this browser to ring, and ''
 * if the device is not confirmed in this session.
 */
export function ringingEndpoint(userId: string): string | null {
  try {
    return localStorage.getItem(prefix + userId)
  } catch {
    // Storage is forbidden, so nothing was saved.
    return null
  }
}

/** Null means that the user does not want this browser to ring. */
export function rememberRinging(userId: string, endpoint: string | null): void {
  try {
    if (endpoint === null) localStorage.removeItem(prefix + userId)
    else localStorage.setItem(prefix + userId, endpoint)
  } catch {
    // Storage is forbidden or full. So this browser rings only until its subscription or the session ends.
  }
}

/**
 * Ends the subscription to pushes and closes the shown pushes. Must be called when a session has ended. The user's wish stays saved, so
 * the browser rings again after the next sign-in.
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
