import type { Availability } from '@grouplight/contract/availability.ts'
import type { SharedCall } from '@grouplight/contract/call.ts'
import type { Group } from '@grouplight/contract/group.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Tagged } from '#api/client.ts'
import { throttledRefetch } from '#api/refetch.ts'
import { type MemberState, withMember } from './group-changes.ts'
import type { KnownGroup, Learned, PendingChange } from './known-group.ts'
import * as knowledge from './known-group.ts'

// The store of the page's groups: each group once, with its version and the user's pending change. Responses and live messages write
// to it. It feeds the queries, which the screens read.

export const groupsKey = ['groups'] as const
export const groupKey = (groupId: string) => ['group', groupId] as const

const stores = new WeakMap<QueryClient, Map<string, KnownGroup>>()

export function knownGroup(queryClient: QueryClient, groupId: string): Group | undefined {
  return entryOf(queryClient, groupId).group
}

/** Returns what the server confirms with 304 if the group has not changed. Undefined if not all members are known. */
export function taggedGroup(queryClient: QueryClient, groupId: string): Tagged<Group> | undefined {
  const { group, isWhole, tag } = entryOf(queryClient, groupId)
  return isWhole && group && tag?.version === group.version ? { etag: tag.etag, answer: group } : undefined
}

/** Takes a group from a response. Returns it with recent live changes and the pending change. */
export function learnGroup(queryClient: QueryClient, answer: Group, learned: Learned = {}): Group {
  const known = entryOf(queryClient, answer.id)
  knowledge.learn(known, answer, learned)
  feed(queryClient, answer.id)
  if (!known.isWhole) throttledRefetch(queryClient, groupKey(answer.id), () => !known.isWhole)
  return knowledge.shownGroup(known) ?? answer
}

/** `states` are the new states of members, or undefined if the message says only that the group has changed. `call` has changed, too. */
export function receiveVersion(
  queryClient: QueryClient,
  groupId: string,
  version: number,
  states?: MemberState[],
  call?: SharedCall,
): { isRepeated: boolean; isAfterGap: boolean } {
  const known = entryOf(queryClient, groupId)
  const received = knowledge.receive(known, version, states, call)
  feed(queryClient, groupId)
  const isListBehind = () => knowledge.isBehind(known) || listLacks(queryClient, groupId)
  if (isListBehind()) throttledRefetch(queryClient, groupsKey, isListBehind)
  const isPageBehind = () => knowledge.isBehind(known) || !known.isWhole
  if (knowledge.isBehind(known)) throttledRefetch(queryClient, groupKey(groupId), isPageBehind)
  return received
}

/** Fetches the group again, because a change of a call does not tell what only the user knows. */
export async function refetchGroup(queryClient: QueryClient, groupId: string): Promise<void> {
  await Promise.all(
    [groupsKey, groupKey(groupId)].map(queryKey => queryClient.invalidateQueries({ queryKey })),
  )
}

/** Must be called when live messages may have been missed, before everything is fetched again. */
export function forgetChanges(queryClient: QueryClient): void {
  for (const known of storeOf(queryClient).values()) knowledge.forgetChanges(known)
}

export function learnOwnAvailability(queryClient: QueryClient, answer: Availability): void {
  const { groupId, userId, status, lastUpdated, version } = answer
  const details = {
    until: answer.until ?? undefined,
    note: answer.note ?? undefined,
    unconfirmedSince: answer.unconfirmedSince ?? undefined,
  }
  knowledge.learnOwn(entryOf(queryClient, groupId), version, { userId, status, lastUpdated, ...details })
  feed(queryClient, groupId)
}

/** No live message contains the usual end, because only the user sees it. */
export function setOwnUsualEnd(
  queryClient: QueryClient,
  groupId: string,
  userId: string,
  minutes: number | null,
): void {
  const known = entryOf(queryClient, groupId)
  const own = known.group?.members.find(member => member.userId === userId)
  if (known.group && own) known.group = withMember(known.group, { ...own, usualEnd: minutes ?? undefined })
  feed(queryClient, groupId)
}

/** The group is shown with the pending change until it is replaced or removed. */
export function setPending(queryClient: QueryClient, groupId: string, pending?: PendingChange): void {
  entryOf(queryClient, groupId).pending = pending
  feed(queryClient, groupId)
}

export function pendingChange(queryClient: QueryClient, groupId: string): PendingChange | undefined {
  return entryOf(queryClient, groupId).pending
}

export function pendingChanges(queryClient: QueryClient): [groupId: string, pending: PendingChange][] {
  return [...storeOf(queryClient)].flatMap(([groupId, { pending }]) => (pending ? [[groupId, pending]] : []))
}

export function addGroup(queryClient: QueryClient, group: Group): void {
  const shown = learnGroup(queryClient, group)
  patch<Group[]>(queryClient, groupsKey, groups => [shown, ...without(groups, group.id)])
}

export function removeGroup(queryClient: QueryClient, groupId: string): void {
  storeOf(queryClient).delete(groupId)
  patch<Group[]>(queryClient, groupsKey, groups => without(groups, groupId))
  // A running fetch may have read the groups before the user left, and would then bring the group back.
  const isBack = () => !listLacks(queryClient, groupId)
  if (queryClient.isFetching({ queryKey: groupsKey }) > 0) throttledRefetch(queryClient, groupsKey, isBack)
}

export function forgetGroups(queryClient: QueryClient): void {
  stores.delete(queryClient)
}

function storeOf(queryClient: QueryClient): Map<string, KnownGroup> {
  const store = stores.get(queryClient) ?? new Map<string, KnownGroup>()
  stores.set(queryClient, store)
  return store
}

function entryOf(queryClient: QueryClient, groupId: string): KnownGroup {
  const store = storeOf(queryClient)
  const known = store.get(groupId) ?? knowledge.nothingKnown()
  store.set(groupId, known)
  return known
}

/** Gives the group to the queries that have data of it. */
function feed(queryClient: QueryClient, groupId: string): void {
  const shown = knowledge.shownGroup(entryOf(queryClient, groupId))
  if (!shown) return
  patch<Group>(queryClient, groupKey(groupId), () => shown)
  patch<Group[]>(queryClient, groupsKey, groups =>
    groups.some(({ id }) => id === groupId) ? groups.map(one => (one.id === groupId ? shown : one)) : groups,
  )
}

function listLacks(queryClient: QueryClient, groupId: string): boolean {
  const groups = queryClient.getQueryData<Group[]>(groupsKey)
  return groups !== undefined && !groups.some(({ id }) => id === groupId)
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
