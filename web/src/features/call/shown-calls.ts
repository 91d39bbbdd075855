import { type Call, callShownMinutes } from '@grouplight/contract/call.ts'

const minuteMs = 60_000

/**
 * Returns the calls that the user sees: open ones first, then for an hour found ones, and the user's own that are over. The asker and
 * those who can see a found one at least until its time is over. The time also hides what a page without a connection still knows.
 */
export function shownCalls(calls: Call[] = [], userId: string, now: number): Call[] {
  const shown = calls.filter(({ outcome, asker, closedAt, endsAt, who }) => {
    const isRecent = Date.parse(closedAt ?? endsAt) > now - callShownMinutes * minuteMs
    if (outcome === 'found') return isRecent || (who !== undefined && Date.parse(endsAt) > now)
    return isRecent && (!outcome || (outcome === 'over' && asker.userId === userId))
  })
  return [...shown.filter(({ outcome }) => !outcome), ...shown.filter(({ outcome }) => outcome)]
}
