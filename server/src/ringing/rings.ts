/** A status notice, and a device or hook that may ring for it. */
export type Candidate = {
  noticeId: number
  /** The time of the notice, in milliseconds since 1970. */
  at: number
  userId: string
  destinationId: string
}

export const ringPauseMs = 5 * 60_000

/**
 * The keys of `recent` are user ids of members. Each value is the time of the member's newest status notice for which a device or
 * hook has rung (in milliseconds since 1970). Nothing rings for the member's other notices from the five minutes before and after
 * this time.
 */
export function rings({ at, userId }: Candidate, recent: Record<string, number>): boolean {
  const last = recent[userId]
  return last === undefined || at >= last + ringPauseMs || at < last - ringPauseMs
}
