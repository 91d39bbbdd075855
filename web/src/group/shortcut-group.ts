/** The group of the installed app's shortcuts. Stored in this browser, for each user. */
export function shortcutGroup(userId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId))
  } catch {
    return null
  }
}

/** With null the shortcuts ask for a group. */
export function chooseShortcutGroup(userId: string, groupId: string | null): void {
  if (groupId === null) localStorage.removeItem(keyOf(userId))
  else localStorage.setItem(keyOf(userId), groupId)
}

function keyOf(userId: string): string {
  return `shortcut-group ${userId}`
}
