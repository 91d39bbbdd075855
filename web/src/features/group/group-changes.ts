import type { SharedCall } from '@grouplight/contract/call.ts'
import type { Group, Member } from '@grouplight/contract/group.ts'
import { isLit, isUnconfirmed } from './shown-member.ts'

type Details = Pick<Member, 'until' | 'note' | 'unconfirmedSince'>

/** A member's new state. Without a status, only the details have changed. A detail that is left out is removed. */
export type MemberState = Details & { userId: string } & Partial<Pick<Member, 'status' | 'lastUpdated'>>

/**
 * Returns the group with the member's new state. If `group` lacks the member, because a card has only the first members, only the
 * counts change. Returns null if they cannot be known.
 */
export function withState(group: Group, state: MemberState): Group | null {
  const before = group.members.find(({ userId }) => userId === state.userId)
  if (before) {
    const { status = before.status, lastUpdated = before.lastUpdated, until, note, unconfirmedSince } = state
    return withMember(group, { ...before, status, lastUpdated, until, note, unconfirmedSince })
  }
  const mayChangeUnconfirmed = group.unconfirmedCount !== undefined && !state.status
  if (state.unconfirmedSince || mayChangeUnconfirmed) return null
  if (state.status === undefined) return group
  return { ...group, availableCount: group.availableCount + (state.status ? 1 : -1) }
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

/** Returns the members whom only `other` knows. */
export function missingMembers(group: Group, other: Group | undefined): Member[] {
  const known = new Set(group.members.map(({ userId }) => userId))
  return other?.members.filter(({ userId }) => !known.has(userId)) ?? []
}

/** Adds the members whom only `other` knows. */
export function withMissingMembers(group: Group, other: Group | undefined): Group {
  if (group.members.length >= group.memberCount) return group
  const missing = missingMembers(group, other)
  return missing.length > 0 ? { ...group, members: [...group.members, ...missing] } : group
}

/** A new call comes first. What only the user knows of a call stays as it is until the group is fetched. */
export function withCall(group: Group, shared: SharedCall): Group {
  const { calls = [] } = group
  const before = calls.find(({ id }) => id === shared.id)
  const { answer, who, asked } = before ?? {}
  const after = { ...shared, answer, who, asked }
  return { ...group, calls: before ? calls.map(call => (call === before ? after : call)) : [after, ...calls] }
}
