import type { ToggleMessage } from '@grouplight/contract/live.ts'
import { minuteMs } from '#clock.ts'
import type { Toggle, ToggleRow } from './toggle-statement.ts'

export type ToggleOutcome = {
  userId: string
  emailVerified: boolean
  needsRenewal: boolean
  /** Null if the membership does not exist, or if the session's user may not change it. */
  lastUpdatedMs: number | null
  version: number
  /** Whether the toggle changed the status, the end or the note, or answered a question. */
  changed: boolean
  /** Null unless the limit of changes is reached. Has no meaning if `isPutOff` is true. */
  retryAfterSeconds: number | null
  /** True if the toggle was not carried out, because it needs a transaction. */
  isPutOff: boolean
  untilMs: number | null
  note: string | null
}

export type Outcomes = (ToggleOutcome | null)[]

/** The messages are sorted by their highest notice ids. In another order, browsers would fetch the notifications again. */
export function toggledMessages(toggles: Toggle[], rows: ToggleRow[], now: Date): Map<string, ToggleMessage> {
  const messages = new Map<string, ToggleMessage>()
  for (const { position, changed, version, noticeId } of rows) {
    if (!changed || version === null) continue
    const { groupId, userId } = toggles[position - 1] as Toggle
    const message = messages.get(groupId)
    if (message) message[4][userId] = noticeId ?? 0
    else messages.set(groupId, ['t', groupId, version + 1, now.getTime(), { [userId]: noticeId ?? 0 }])
  }
  return new Map([...messages].sort(([, one], [, other]) => latestNoticeId(one) - latestNoticeId(other)))
}

export function toggleOutcomes(
  toggles: Toggle[],
  rows: ToggleRow[],
  { now, messages }: { now: Date; messages: Map<string, ToggleMessage> },
): Outcomes {
  const outcomes = toggles.map((): ToggleOutcome | null => null)
  for (const row of rows) {
    const { groupId, status, refusedForSeconds } = toggles[row.position - 1] as Toggle
    outcomes[row.position - 1] = {
      userId: row.userId,
      emailVerified: row.emailVerified,
      needsRenewal: row.needsRenewal,
      lastUpdatedMs: row.changed ? now.getTime() : row.lastUpdatedMs,
      version: messages.get(groupId)?.[2] ?? row.version ?? 0,
      changed: row.changed,
      isPutOff: row.isPutOff ?? false,
      // In a transaction, `writeDetails` adds the details later.
      untilMs: null,
      note: null,
      retryAfterSeconds:
        row.changed || row.status === null || row.status === status
          ? null
          : (refusedForSeconds ?? Math.ceil(((row.changesSinceMs ?? 0) + minuteMs - now.getTime()) / 1_000)),
    }
  }
  return outcomes
}

function latestNoticeId([, , , , changes]: ToggleMessage): number {
  return Math.max(...Object.values(changes))
}
