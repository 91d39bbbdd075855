/** A status notice, and a device or a hook that may ring for it. */
export type Candidate = {
  noticeId: number
  /** The time of the notice in milliseconds. */
  at: number
  /** The user who became Available. */
  userId: string
  /** The id of the device or of the hook. */
  destinationId: string
}

/** In a group, devices ring for the same member at most once in this time, in milliseconds. */
export const ringPauseMs = 5 * 60_000

/**
 * Returns whether the device or the hook rings for the notice: not if the last notice that rang for the same member in this group
 * is less than five minutes away. `recent` contains the times of these notices in milliseconds, by the member's user id.
 */
export function rings({ at, userId }: Candidate, recent: Record<string, number>): boolean {
  const last = recent[userId]
  return last === undefined || at >= last + ringPauseMs || at < last - ringPauseMs
}
