import type { Detailed } from '@grouplight/contract/live.ts'
import type { Effects } from '#commit/commit.ts'
import { exactForMs } from '#group/read-groups.ts'
import { groupTopic } from '#live/group-topic.ts'

// With the longest ids and notes, the details of this many members take 4.4 KB. On PostgreSQL, a bus message must be shorter than
// 8,000 bytes.
const mostInOneMessage = 15

export type ChangedDetails = {
  groupId: string
  userId: string
  /** The group's version after the change. */
  version: number
  untilMs: number | null
  note: string | null
  /** Since when the user has not confirmed the availability. Absent if no question is open. */
  unconfirmedSinceMs?: number
}

/**
 * Publishes new details of Available members, in one message for each group. If many members of a group have new details, or one
 * has an old confirmation, the message makes screens fetch the group. All changes in a group must have the same version.
 */
export function publishDetails(effects: Effects, changes: ChangedDetails[], now: Date): void {
  const byGroup = Map.groupBy(changes, ({ groupId }) => groupId)
  for (const [groupId, members] of byGroup) {
    const version = members[0]?.version ?? 0
    const details: Detailed[3] = {}
    for (const { userId, untilMs, note, unconfirmedSinceMs } of members)
      details[userId] = [untilMs ?? 0, note ?? '', unconfirmedSinceMs ?? 0]
    // Other members see only the day of a last confirmation that was more than 25 hours ago. The day depends on the reader's time
    // zone, so a message to all cannot contain it. Therefore the screens fetch the group instead.
    const isOld = members.some(
      ({ unconfirmedSinceMs }) => (unconfirmedSinceMs ?? Infinity) < now.getTime() - exactForMs,
    )
    const mustFetch = isOld || members.length > mostInOneMessage
    effects.publish(
      groupTopic(groupId),
      mustFetch ? ['group.changed', groupId, version] : ['d', groupId, version, details],
    )
  }
}
