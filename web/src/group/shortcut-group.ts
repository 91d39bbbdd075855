/** Returns the id of the user's group for the installed app's shortcuts, or null. The id is stored in this browser. */
export function shortcutGroup(userId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId))
  } catch {
    return null
  }
}

/** Stores the group for the shortcuts. After null, the shortcuts ask a user with several groups. */
export function chooseShortcutGroup(userId: string, groupId: string | null): void {
  try {
    if (groupId === null) localStorage.removeItem(keyOf(userId))
    else localStorage.setItem(keyOf(userId), groupId)
  } catch {
    // Without storage, the shortcuts ask again.
  }
}

function keyOf(userId: string): string {
  return `shortcut-group ${userId}`
}
