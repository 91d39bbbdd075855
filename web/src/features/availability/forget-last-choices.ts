export const lastChoicesKey = 'last-choices'

/** Must be called after signing out, because notes and questions are private. */
export function forgetLastChoices(): void {
  try {
    localStorage.removeItem(lastChoicesKey)
  } catch {
    // Storage is forbidden, so nothing was saved.
  }
}
