/** The group that the installed app's shortcuts mean: chosen by each person, in this browser. */
export function shortcutGroup(userId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId))
  } catch {
    return null
  }
}

/** Null: the shortcuts ask. */
export function chooseShortcutGroup(userId: string, groupId: string | null): void {
  if (groupId === null) localStorage.removeItem(keyOf(userId))
  else localStorage.setItem(keyOf(userId), groupId)
}

function keyOf(userId: string): string {
  return `shortcut-group ${userId}`
}
