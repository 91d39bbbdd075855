const key = 'invitations-shown-to'
/** After this time every tab sees a value that another tab has stored. */
const settledMs = 2_000

/** Shows the invitations once after each sign-in, in one tab, even when all tabs receive an invitation at the same moment. */
export async function showInvitationsOnce(userId: string, show: () => void): Promise<void> {
  const showOnce = async () => {
    if (localStorage.getItem(key) === userId) return
    localStorage.setItem(key, userId)
    show()
    await new Promise(resolve => setTimeout(resolve, settledMs))
  }
  // Browsers offer locks only on https and on localhost.
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
