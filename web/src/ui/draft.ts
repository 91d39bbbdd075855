const key = 'draft'

type Values = Record<string, string>
type Drafts = Record<string, Values>

/** Saves the values of an unsent form in this tab, in case the session ends before the form is sent. */
export function saveDraft(userId: string, form: string, values: Values): void {
  store(userId, { ...draftsOf(userId), [form]: values })
}

/** Returns the user's draft of the form, or {} if there is none. */
export function loadDraft(userId: string, form: string): Values {
  return draftsOf(userId)[form] ?? {}
}

export function clearDraft(userId: string, form: string): void {
  const { [form]: _, ...others } = draftsOf(userId)
  if (Object.keys(others).length > 0) store(userId, others)
  else clearDrafts()
}

/** Returns the user's drafts by form. Removes drafts of another user. */
export function draftsOf(userId: string): Drafts {
  try {
    const saved = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (saved?.userId === userId) return saved.drafts
  } catch {
    // Storage is forbidden, so nothing was saved.
  }
  clearDrafts()
  return {}
}

export function clearDrafts(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is forbidden, so nothing was saved.
  }
}

function store(userId: string, drafts: Drafts): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ userId, drafts }))
  } catch {
    // Storage is forbidden or full, so the draft is not saved.
  }
}
