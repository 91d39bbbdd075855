const key = 'draft'

type Values = Record<string, string>
type Draft = { userId: string; values: Values }

/** Keeps what somebody has typed and not sent yet, in this tab alone: a session that ends must not cost it. */
export function saveDraft(userId: string, values: Values): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ userId, values } satisfies Draft))
  } catch {
    // A browser that forbids storage keeps nothing.
  }
}

/** What this person has typed. Anybody else's is forgotten. */
export function loadDraft(userId: string): Values {
  try {
    const draft: Draft | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (draft?.userId === userId) return draft.values
  } catch {
    // Nothing was kept.
  }
  clearDraft()
  return {}
}

export function clearDraft(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
