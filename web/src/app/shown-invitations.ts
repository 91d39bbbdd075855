const key = 'invitations-shown-to'
/** A value that one tab has stored is visible in all other tabs after this time. */
const settledMs = 2_000

/** Calls `show` once after each sign-in, and in only one tab if the browser has locks. */
export async function showInvitationsOnce(userId: string, show: () => void): Promise<void> {
  const showOnce = async () => {
    if (localStorage.getItem(key) === userId) return
    localStorage.setItem(key, userId)
    show()
    await new Promise(resolve => setTimeout(resolve, settledMs))
  }
  // Browsers have locks only on https and on localhost.
  if (!('locks' in navigator)) return showOnce()
  await navigator.locks.request(key, { ifAvailable: true }, lock => lock && showOnce())
}

/** Must be called after signing out, so that the next sign-in shows the invitations again. */
export function forgetShownInvitations(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is forbidden, so nothing was saved.
  }
}
