export const lastChoicesKey = 'last-choices'

/** Deletes the last choices of ends and notes from this browser. Must be called after signing out, because notes are private. */
export function forgetLastChoices(): void {
  try {
    localStorage.removeItem(lastChoicesKey)
  } catch {
    // Storage is forbidden, so nothing was saved.
  }
}
