import type { Availability } from '@grouplight/contract/availability.ts'
import type { Group } from '@grouplight/contract/group.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { throttledRefetch } from '#api/refetch.ts'
import {
  type AvailabilityChange,
  applyEach,
  type DetailsChange,
  detailsOf,
  withAvailability,
  withDetails,
  withToggle,
} from './group-changes.ts'

export const groupsKey = ['groups'] as const
export const groupKey = (groupId: string) => ['group', groupId] as const

/** Returns the cached copies of a group: for its page, and for its card on the dashboard. A missing copy is undefined. */
export function cachedCopies(queryClient: QueryClient, groupId: string) {
  const groups = queryClient.getQueryData<Group[]>(groupsKey)
  return {
    onPage: queryClient.getQueryData<Group>(groupKey(groupId)),
    onCard: groups?.find(({ id }) => id === groupId),
  }
}

/**
 * Applies a live change of availability to every cached copy of the group. A copy that has `version` or a later version does not
 * change. If a change cannot be applied, for example because the copy lacks an earlier change, the copy becomes stale, and is
 * fetched again if the page shows it.
 */
export function applyToggle(
  queryClient: QueryClient,
  groupId: string,
  version: number,
  changes: AvailabilityChange[],
): void {
  applyUpdate(queryClient, groupId, version, group => applyEach(group, changes, withToggle))
}

/** The same as `applyToggle`, for a live change of details. */
export function applyDetails(
  queryClient: QueryClient,
  groupId: string,
  version: number,
  changes: DetailsChange[],
): void {
  applyUpdate(queryClient, groupId, version, group => applyEach(group, changes, withDetails))
}

function applyUpdate(queryClient: QueryClient, groupId: string, version: number, apply: Update['apply']) {
  remember(groupId, { version, apply, receivedAt: Date.now() })
  patchGroup(queryClient, groupId, withRecentUpdates)
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
 * The answer contains only the user's availability, but its version may include changes of other members. So the cached copies keep
 * their version until the live message with the answer's version arrives.
 */
export function applyOwnChange(queryClient: QueryClient, answer: Availability): void {
  const { groupId, userId, status, lastUpdated, version } = answer
  const change = { userId, status, sinceMs: Date.parse(lastUpdated), ...detailsOf(answer) }
  patchGroup(queryClient, groupId, group =>
    version > group.version ? withAvailability(group, change) : group,
  )
}

/** No live message contains the usual end, because only the user sees it. */
export function setOwnUsualEnd(
  queryClient: QueryClient,
  groupId: string,
  userId: string,
  minutes: number | null,
): void {
  const usualEnd = minutes ?? undefined
  patchGroup(queryClient, groupId, group => ({
    ...group,
    members: group.members.map(member => (member.userId === userId ? { ...member, usualEnd } : member)),
  }))
}

export function addGroup(queryClient: QueryClient, group: Group): void {
  patch<Group[]>(queryClient, groupsKey, groups => [group, ...without(groups, group.id)])
}

/** Replaces each cached copy with the answer to a change, unless the copy is newer than the answer. */
export function replaceGroup(queryClient: QueryClient, group: Group): void {
  patchGroup(queryClient, group.id, cached => (cached.version > group.version ? cached : group))
}

export function removeFromGroupList(queryClient: QueryClient, groupId: string): void {
  patch<Group[]>(queryClient, groupsKey, groups => without(groups, groupId))
  // A running fetch may have read the groups before the user left, and would then bring the group back.
  const isBack = () => queryClient.getQueryData<Group[]>(groupsKey)?.some(({ id }) => id === groupId) === true
  if (queryClient.isFetching({ queryKey: groupsKey }) > 0) throttledRefetch(queryClient, groupsKey, isBack)
}

type Update = { version: number; apply: (group: Group) => Group | null; receivedAt: number }

// This must be longer than a request can take, but not much longer: after a restore of a backup, new changes reuse old versions.
const rememberedMs = 60_000
const remembered = new Map<string, Update[]>()

export function isKnownToggle(groupId: string, version: number): boolean {
  return recentUpdates(groupId).some(update => update.version === version)
}

/** Applies recent live changes to a response, because the response may lack them. Returns `group` itself if nothing changes. */
export function withRecentUpdates(group: Group): Group {
  return recentUpdates(group.id)
    .filter(update => update.version > group.version)
    .reduce((known, { version, apply }) => {
      const changed = version === known.version + 1 && apply(known)
      return changed ? { ...changed, version } : known
    }, group)
}

function remember(groupId: string, update: Update): void {
  const updates = [...recentUpdates(groupId), update]
  remembered.set(
    groupId,
    updates.sort((one, other) => one.version - other.version),
  )
}

function recentUpdates(groupId: string): Update[] {
  const since = Date.now() - rememberedMs
  return remembered.get(groupId)?.filter(update => update.receivedAt > since) ?? []
}

function refetchIfBehind(queryClient: QueryClient, queryKey: QueryKey, isBehind: () => boolean) {
  if (isBehind()) throttledRefetch(queryClient, queryKey, isBehind)
}

/** Changes every cached copy of a group. `change` must return its argument if nothing changes. */
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
  // `setQueryData` marks the query as fresh. A stale query must stay stale, because it may lack other changes.
  if (state.isInvalidated) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}
