import { type EndChoice, endChoices } from './end-choices.ts'
import { lastChoicesKey } from './forget-last-choices.ts'

const maxNotes = 3

/** What the user has chosen in this browser since signing in: the last end by group id, and the latest notes, newest first. */
type LastChoices = { userId: string; ends: Record<string, EndChoice>; notes: string[] }

export function lastChoices(userId: string): LastChoices {
  try {
    const saved = JSON.parse(localStorage.getItem(lastChoicesKey) ?? 'null') as LastChoices | null
    if (saved?.userId === userId) return saved
  } catch {
    // Storage is forbidden, so nothing was saved.
  }
  return { userId, ends: {}, notes: [] }
}

export function lastEnd(userId: string, groupId: string): EndChoice | null {
  const last = lastChoices(userId).ends[groupId]
  return endChoices.find(choice => choice === last) ?? null
}

export function rememberChoice(
  userId: string,
  groupId: string,
  { end, note }: { end?: EndChoice | undefined; note?: string | undefined },
): void {
  const { ends, notes } = lastChoices(userId)
  const saved: LastChoices = {
    userId,
    ends: end ? { ...ends, [groupId]: end } : ends,
    notes: note ? [note, ...notes.filter(other => other !== note)].slice(0, maxNotes) : notes,
  }
  try {
    localStorage.setItem(lastChoicesKey, JSON.stringify(saved))
  } catch {
    // Storage is forbidden or full, so nothing is saved.
  }
}
