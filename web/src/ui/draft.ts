const key = 'draft'

type Values = Record<string, string>
type Draft = { userId: string; values: Values }

/** Saves the values of an unsent form in this tab, in case the session ends before the form is sent. */
export function saveDraft(userId: string, values: Values): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ userId, values } satisfies Draft))
  } catch {
    // Storage is forbidden or full, so the draft is not saved.
  }
}

/** Returns the user's draft, or {} if there is none. Removes a draft of another user. */
export function loadDraft(userId: string): Values {
  try {
    const draft: Draft | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (draft?.userId === userId) return draft.values
  } catch {
    // Storage is forbidden, so nothing was saved.
  }
  clearDraft()
  return {}
}

export function clearDraft(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is forbidden, so nothing was saved.
  }
}
