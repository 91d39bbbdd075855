import type { Availability } from '@grouplight/contract/availability.ts'
import type { Group } from '@grouplight/contract/group.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { throttledRefetch } from '#api/refetch.ts'

/** One member's availability: who, whether available, and since when (milliseconds since 1970). */
export type AvailabilityChange = { userId: string; status: boolean; sinceMs: number }

export const groupsKey = ['groups'] as const
export const groupKey = (groupId: string) => ['group', groupId] as const

/** The cached copies of a group: the one of its page, and the one of its card. */
export function cachedCopies(queryClient: QueryClient, groupId: string) {
  const groups = queryClient.getQueryData<Group[]>(groupsKey)
  return {
    onPage: queryClient.getQueryData<Group>(groupKey(groupId)),
    onCard: groups?.find(({ id }) => id === groupId),
  }
}

/**
 * Applies one live change of availability to every cached copy of the group: the next version is patched in, an
 * older one ignored, and after a gap the copy is fetched again.
 */
export function applyToggle(
  queryClient: QueryClient,
  groupId: string,
  version: number,
  changes: AvailabilityChange[],
): void {
  rememberToggle(groupId, version, changes)
  patchGroup(queryClient, groupId, withRecentToggles)
  refetchIfBehind(queryClient, groupKey(groupId), () => {
    const { onPage } = cachedCopies(queryClient, groupId)
    return onPage !== undefined && onPage.version < version
  })
  refetchIfBehind(queryClient, groupsKey, () => {
    const { onCard } = cachedCopies(queryClient, groupId)
    return queryClient.getQueryData(groupsKey) !== undefined && (onCard?.version ?? 0) < version
  })
}

/**
 * Applies the answer to my own change. It contains my state alone, while its version may include other members' changes
 * of the same moment: so the copies keep their version, and the live message still brings the rest.
 */
export function applyOwnChange(queryClient: QueryClient, answer: Availability): void {
  const { groupId, userId, status, lastUpdated, version } = answer
  patchGroup(queryClient, groupId, group =>
    version > group.version
      ? withAvailability(group, { userId, status, sinceMs: Date.parse(lastUpdated) })
      : group,
  )
}

/** Puts a group that I have just created at the head of the list. */
export function addGroup(queryClient: QueryClient, group: Group): void {
  patch<Group[]>(queryClient, groupsKey, groups => [group, ...without(groups, group.id)])
}

/** Replaces the cached copies by the answer to a change, unless they are newer. */
export function replaceGroup(queryClient: QueryClient, group: Group): void {
  patchGroup(queryClient, group.id, cached => (cached.version > group.version ? cached : group))
}

/** Removes a group that I have left from the list. */
export function removeGroup(queryClient: QueryClient, groupId: string): void {
  patch<Group[]>(queryClient, groupsKey, groups => without(groups, groupId))
}

/** The group with one member's availability changed. On a card, a member beyond the first 12 is only counted. */
export function withAvailability(group: Group, { userId, status, sinceMs }: AvailabilityChange): Group {
  const change = { status, lastUpdated: new Date(sinceMs).toISOString() }
  const before = group.members.find(member => member.userId === userId)
  const wasAvailable = before ? before.status : !change.status
  return {
    ...group,
    availableCount: group.availableCount + Number(change.status) - Number(wasAvailable),
    members: group.members.map(member => (member === before ? { ...member, ...change } : member)),
  }
}

type Toggle = { version: number; changes: AvailabilityChange[]; receivedAt: number }

// Longer than any request takes, but short: a restored database may use the same version numbers again.
const rememberedMs = 60_000
const remembered = new Map<string, Toggle[]>()

/** Whether this live change was received before. */
export function isKnownToggle(groupId: string, version: number): boolean {
  return recentToggles(groupId).some(toggle => toggle.version === version)
}

/**
 * An answer may have been read before a live change and arrive after it. This adds every recent change that follows the
 * group's version without a gap; it returns the same object when there is none.
 */
export function withRecentToggles(group: Group): Group {
  return recentToggles(group.id)
    .filter(toggle => toggle.version > group.version)
    .reduce(
      (known, { version, changes }) =>
        version === known.version + 1 ? { ...changes.reduce(withAvailability, known), version } : known,
      group,
    )
}

function rememberToggle(groupId: string, version: number, changes: AvailabilityChange[]): void {
  const toggles = [...recentToggles(groupId), { version, changes, receivedAt: Date.now() }]
  remembered.set(
    groupId,
    toggles.sort((one, other) => one.version - other.version),
  )
}

function recentToggles(groupId: string): Toggle[] {
  const since = Date.now() - rememberedMs
  return remembered.get(groupId)?.filter(toggle => toggle.receivedAt > since) ?? []
}

function refetchIfBehind(queryClient: QueryClient, queryKey: QueryKey, isBehind: () => boolean) {
  if (isBehind()) throttledRefetch(queryClient, queryKey, isBehind)
}

/** Changes every cached copy of a group; `change` returns the same object for "as it was". */
function patchGroup(queryClient: QueryClient, groupId: string, change: (group: Group) => Group): void {
  patch<Group>(queryClient, groupKey(groupId), change)
  patch<Group[]>(queryClient, groupsKey, groups => {
    const patched = groups.map(group => (group.id === groupId ? change(group) : group))
    return patched.some((group, at) => group !== groups[at]) ? patched : groups
  })
}

function without(groups: Group[], groupId: string) {
  return groups.filter(group => group.id !== groupId)
}

function patch<Data>(queryClient: QueryClient, queryKey: QueryKey, change: (data: Data) => Data) {
  const state = queryClient.getQueryState<Data>(queryKey)
  if (state?.data === undefined) return
  const data = change(state.data)
  if (data === state.data) return
  queryClient.setQueryData(queryKey, data)
  // Writing marks the query as fresh; but a patch does not bring what else has to be fetched again.
  if (state.isInvalidated) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}
