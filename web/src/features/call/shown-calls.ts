import { type Call, callShownMinutes } from '@grouplight/contract/call.ts'

const minuteMs = 60_000

/**
 * Returns the calls that the user sees: open ones first, then for an hour found ones, and the user's own that are over. The time
 * also hides what a page without a connection still knows.
 */
export function shownCalls(calls: Call[] = [], userId: string, now: number): Call[] {
  const shown = calls.filter(
    ({ outcome, asker, closedAt, endsAt }) =>
      Date.parse(closedAt ?? endsAt) > now - callShownMinutes * minuteMs &&
      (!outcome || outcome === 'found' || (outcome === 'over' && asker.userId === userId)),
  )
  return [...shown.filter(({ outcome }) => !outcome), ...shown.filter(({ outcome }) => outcome)]
}
