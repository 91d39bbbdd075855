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

/** A member rings in a group at most once in this time. */
export const ringPauseMs = 5 * 60_000

/**
 * Returns whether the device or the hook rings for the notice: not if the user's last notice that rang in this group is less than
 * five minutes away. `recent` contains the times of these notices by user.
 */
export function rings({ at, userId }: Candidate, recent: Record<string, number>): boolean {
  const last = recent[userId]
  return last === undefined || at >= last + ringPauseMs || at < last - ringPauseMs
}
