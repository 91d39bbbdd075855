/** A status notice, and a device or a hook that may ring for it. */
export type Candidate = {
  noticeId: number
  /** The time of the notice, in milliseconds since 1970. */
  at: number
  userId: string
  destinationId: string
}

/** After a ring for a member in a group, no device or hook rings for the same member in this group for this many milliseconds. */
export const ringPauseMs = 5 * 60_000

/**
 * Returns whether the device or the hook rings for the notice. `recent` contains, by the user id of the member, the time of the
 * newest notice in the group for which any device or hook has rung, in milliseconds since 1970. No device or hook rings for a notice
 * about the same member less than five minutes before or after this time.
 */
export function rings({ at, userId }: Candidate, recent: Record<string, number>): boolean {
  const last = recent[userId]
  return last === undefined || at >= last + ringPauseMs || at < last - ringPauseMs
}
