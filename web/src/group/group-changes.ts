import type { Group, Member } from '@grouplight/contract/group.ts'
import { isUnconfirmed } from './is-unconfirmed.ts'
import { isLit } from './shown-member.ts'

export type Details = Pick<Member, 'until' | 'note' | 'unconfirmedSince'>

/** A detail that is left out is removed from the member. `sinceMs` is the time of the toggle, in ms since 1970. */
export type AvailabilityChange = Details & { userId: string; status: boolean; sinceMs: number }
export type DetailsChange = Details & { userId: string }

/** Returns the group with a changed member. If `group` does not contain the member, only `availableCount` changes. */
export function withAvailability(
  group: Group,
  { userId, status, sinceMs, until, note, unconfirmedSince }: AvailabilityChange,
): Group {
  const before = group.members.find(member => member.userId === userId)
  if (!before) return { ...group, availableCount: group.availableCount + (status ? 1 : -1) }
  const lastUpdated = new Date(sinceMs).toISOString()
  return withMember(group, { ...before, status, lastUpdated, until, note, unconfirmedSince })
}

/** Replaces one member, and adapts `availableCount` and `unconfirmedCount`. Returns `group` itself if it lacks the member. */
export function withMember(group: Group, after: Member): Group {
  const before = group.members.find(({ userId }) => userId === after.userId)
  if (!before || before === after) return group
  const unconfirmedCount =
    (group.unconfirmedCount ?? 0) + Number(isUnconfirmed(after)) - Number(isUnconfirmed(before))
  return {
    ...group,
    availableCount: group.availableCount + Number(isLit(after)) - Number(before.status),
    unconfirmedCount: unconfirmedCount || undefined,
    members: group.members.map(member => (member === before ? after : member)),
  }
}

export function detailsOf({ until, note, unconfirmedSince }: Nullable<Details>): Details {
  return {
    until: until ?? undefined,
    note: note ?? undefined,
    unconfirmedSince: unconfirmedSince ?? undefined,
  }
}

type Nullable<Shape> = { [Key in keyof Shape]: Shape[Key] | null }

/** Returns null if `group` does not contain the member, but its `unconfirmedCount` may include the member. */
export function withToggle(group: Group, change: AvailabilityChange): Group | null {
  const before = group.members.find(({ userId }) => userId === change.userId)
  if (!before && !change.status && group.unconfirmedCount) return null
  // The answer to the user's own change may have set this status already. The details of the answer are kept, because the live
  // message with the details may come later.
  const isKnown = change.status && before?.status && Date.parse(before.lastUpdated) === change.sinceMs
  return isKnown ? group : withAvailability(group, change)
}

export function withDetails(group: Group, change: DetailsChange): Group | null {
  const member = group.members.find(({ userId }) => userId === change.userId)
  if (!member) return change.unconfirmedSince || group.unconfirmedCount ? null : group
  return withAvailability(group, {
    ...change,
    status: member.status,
    sinceMs: Date.parse(member.lastUpdated),
  })
}

/** Returns null if `apply` returns null for one of the changes. */
export function applyEach<Change>(
  group: Group,
  changes: Change[],
  apply: (group: Group, change: Change) => Group | null,
): Group | null {
  return changes.reduce<Group | null>((changed, change) => changed && apply(changed, change), group)
}
