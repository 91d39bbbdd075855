import { type EndChoice, endChoices } from './end-choices.ts'
import { lastChoicesKey } from './forget-last-choices.ts'

const maxTexts = 3

/**
 * What the user has chosen in this browser since signing in: the last end by group id, the latest notes, and what the user has asked
 * groups. The newest are first.
 */
type LastChoices = { userId: string; ends: Record<string, EndChoice>; notes: string[]; questions: string[] }

export function lastChoices(userId: string): LastChoices {
  try {
    const saved = JSON.parse(localStorage.getItem(lastChoicesKey) ?? 'null') as LastChoices | null
    if (saved?.userId === userId) return saved
  } catch {
    // Storage is forbidden, so nothing was saved.
  }
  return { userId, ends: {}, notes: [], questions: [] }
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
  const last = lastChoices(userId)
  save({
    ...last,
    ends: end ? { ...last.ends, [groupId]: end } : last.ends,
    notes: note ? withNewest(last.notes, note) : last.notes,
  })
}

export function rememberQuestion(userId: string, text: string): void {
  const last = lastChoices(userId)
  save({ ...last, questions: withNewest(last.questions, text) })
}

function withNewest(texts: string[], newest: string): string[] {
  return [newest, ...texts.filter(text => text !== newest)].slice(0, maxTexts)
}

function save(choices: LastChoices): void {
  try {
    localStorage.setItem(lastChoicesKey, JSON.stringify(choices))
  } catch {
    // Storage is forbidden or full, so nothing is saved.
  }
}
