/** A status notice and a member of its group who has a device. */
export type Candidate = {
  noticeId: number
  /** The time of the notice in milliseconds. */
  at: number
  /** The user who became Available. */
  userId: string
  deviceId: string
}

export const quietMs = 5 * 60_000

/**
 * The only place that decides whether a device rings for a status notice. `recent` contains the time of each user's last notice
 * that rang in this group.
 */
export function rings({ at, userId }: Candidate, recent: Record<string, number>): boolean {
  const last = recent[userId]
  return last === undefined || at >= last + quietMs || at < last - quietMs
}
