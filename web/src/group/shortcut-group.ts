/** Returns the id of the user's group for the installed app's shortcuts, or null. The id is stored in this browser. */
export function shortcutGroup(userId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId))
  } catch {
    return null
  }
}

/** Stores the group for the shortcuts. With null, the shortcuts ask a user with several groups which one they mean. */
export function chooseShortcutGroup(userId: string, groupId: string | null): void {
  try {
    if (groupId === null) localStorage.removeItem(keyOf(userId))
    else localStorage.setItem(keyOf(userId), groupId)
  } catch {
    // Storage is forbidden or full, so the shortcuts ask for the group each time.
  }
}

function keyOf(userId: string): string {
  return `shortcut-group ${userId}`
}
