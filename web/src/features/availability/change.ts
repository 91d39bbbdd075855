import type { Member } from '@grouplight/contract/group.ts'

/**
 * A note that is left out is removed. If the end is left out and the user has no usual end in the group, the current end is
 * removed. If the end is left out and the user has a usual end, a toggle to Available gets the usual end, and a change without a
 * toggle keeps the current end. `until: null` means no end.
 */
export type Change = {
  status: boolean
  forMinutes?: number
  until?: string | null
  note?: string | undefined
}

/** `tappedAt` is the time of the tap in ms since 1970. Each tap has its own object, so that the latest change can be recognised. */
export type TappedChange = Change & { tappedAt: number }

const minuteMs = 60_000

/** A duration counts from the tap, so a late request contains a shorter duration. */
export function requestBody({ tappedAt, ...change }: TappedChange): Change {
  if (change.forMinutes === undefined) return change
  const minutesAgo = Math.max(Math.floor((Date.now() - tappedAt) / minuteMs), 0)
  return { ...change, forMinutes: Math.max(change.forMinutes - minutesAgo, 1) }
}

/** Returns the member with the change, as screens show it before the server has answered. */
export function withChange(member: Member, { status, tappedAt, note, ...end }: TappedChange): Member {
  const isToggle = member.status !== status
  if (!isToggle && !status) return member
  const minutes = end.forMinutes ?? (isToggle && end.until === undefined ? member.usualEnd : undefined)
  const keepsEnd = !isToggle && member.usualEnd !== undefined && end.until === undefined
  const until =
    minutes === undefined
      ? (end.until ?? (keepsEnd ? member.until : undefined))
      : new Date(tappedAt + minutes * minuteMs).toISOString()
  return {
    ...member,
    status,
    lastUpdated: isToggle ? new Date(tappedAt).toISOString() : member.lastUpdated,
    until: (status && until) || undefined,
    note: status ? note : undefined,
    unconfirmedSince: undefined,
  }
}
