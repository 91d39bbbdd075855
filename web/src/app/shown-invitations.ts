const key = 'invitations-shown-to'
/** Until every tab surely sees what one has stored. */
const settledMs = 2_000

/** Shows the invitations once after each sign-in, in one of the tabs, even when all of them hear of an invitation in the same moment. */
export async function showInvitationsOnce(userId: string, show: () => void): Promise<void> {
  const showFirst = async () => {
    if (localStorage.getItem(key) === userId) return
    localStorage.setItem(key, userId)
    show()
    await new Promise(resolve => setTimeout(resolve, settledMs))
  }
  // Only a page that came by https, or from this very machine, has locks.
  if (!('locks' in navigator)) return showFirst()
  await navigator.locks.request(key, { ifAvailable: true }, lock => lock && showFirst())
}

/** Somebody has signed out: the next sign-in shows them again. */
export function forgetShownInvitations(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // A browser that forbids storage has nothing to forget.
  }
}
