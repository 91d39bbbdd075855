/** Returns the id of the group for the installed app's shortcuts. It is stored in this browser for each user. */
export function shortcutGroup(userId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId))
  } catch {
    return null
  }
}

/** Stores the group for the shortcuts. With null the shortcuts will ask for a group. */
export function chooseShortcutGroup(userId: string, groupId: string | null): void {
  if (groupId === null) localStorage.removeItem(keyOf(userId))
  else localStorage.setItem(keyOf(userId), groupId)
}

function keyOf(userId: string): string {
  return `shortcut-group ${userId}`
}
