/** Returns the id of the group that the user has chosen for the installed app's shortcuts in this browser, or null. */
export function shortcutGroup(userId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId))
  } catch {
    return null
  }
}

/** With null, a shortcut asks a user with several groups to choose a group. */
export function chooseShortcutGroup(userId: string, groupId: string | null): void {
  try {
    if (groupId === null) localStorage.removeItem(keyOf(userId))
    else localStorage.setItem(keyOf(userId), groupId)
  } catch {
    // Storage is forbidden or full, so the choice is not saved.
  }
}

function keyOf(userId: string): string {
  return `shortcut-group ${userId}`
}
