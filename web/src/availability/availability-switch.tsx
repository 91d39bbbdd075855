import { setAvailability } from '@grouplight/contract/availability.ts'
import type { Group } from '@grouplight/contract/group.ts'
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useAccount } from '#account/account-queries.ts'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { applyOwnChange } from '#group/group-cache.ts'
import { withMember } from '#group/group-changes.ts'
import { groupQuery } from '#group/group-queries.ts'
import type { ShownMember } from '#group/shown-member.ts'
import { currentConnection, waitUntilLive } from '#live/connection-state.ts'
import { t } from '#texts/texts.ts'
import { createStore, useStore } from '#ui/store.ts'
import { Switch } from '#ui/switch.tsx'
import { showToast } from '#ui/toast.ts'
import { type Change, requestBody, type TappedChange, withChange } from './change.ts'
import { changesKey, isLatest, isReplaced, mayBeReplaced } from './latest-change.ts'

const retryPauseMs = 3_000
/** How long a request is repeated while the server is unreachable. */
export const retryForMs = 10 * 60_000

/** A change that is pending for longer counts as not sent. */
const slowMs = 3_000

/** The ids of the groups in which a change of the user has not reached the server so far. */
const unsentGroups = createStore<readonly string[]>([])

type AvailabilitySwitchProps = {
  groupId: string
  groupName: string
  available: boolean
  describedBy: string | undefined
}

/** While a change is pending, `available` is the status after the change. */
export function AvailabilitySwitch({ groupId, groupName, available, describedBy }: AvailabilitySwitchProps) {
  const change = useSetAvailability(groupId)
  return (
    <Switch
      label={t.availability.availableIn(groupName)}
      checked={available}
      describedBy={describedBy}
      onChange={status => change({ status })}
    />
  )
}

/** For each group, only one request runs at a time. Of the changes that wait meanwhile, only the latest is sent. */
export function useSetAvailability(groupId: string): (change: Change) => void {
  const { uid: userId } = useAccount()
  const { mutate } = useMutation({
    mutationKey: changesKey(groupId),
    scope: { id: changesKey(groupId).join() },
    mutationFn: async (change: TappedChange, { client }) => {
      const slow = setTimeout(() => markUnsent(groupId, true), slowMs)
      if (currentConnection().status === 'offline') markUnsent(groupId, true)
      try {
        return await retryWhileOffline({
          send: () => call(setAvailability, { params: { groupId, userId }, body: requestBody(change) }),
          isStillLatest: () => isLatest(client, groupId, change),
          mayBeReplaced: () => mayBeReplaced(client, groupId),
          onUnsent: () => markUnsent(groupId, true),
        })
      } finally {
        clearTimeout(slow)
        markUnsent(groupId, false)
      }
    },
    onSuccess: (answer, _change, _, { client }) => answer && applyOwnChange(client, answer),
    onError: (error, change, _, { client }) => {
      if (isLatest(client, groupId, change)) showToast('error', t.availability.notChanged(problemText(error)))
    },
  })
  return useCallback(change => mutate({ ...change, tappedAt: Date.now() }), [mutate])
}

function markUnsent(groupId: string, isUnsent: boolean): void {
  const others = unsentGroups.get().filter(id => id !== groupId)
  unsentGroups.set(isUnsent ? [...others, groupId] : others)
}

/** Returns the group with the user's pending change. Renders the component again after each toggle in the group. */
export function useGroup(groupId: string): Group | undefined {
  const { data: group } = useQuery(groupQuery(groupId))
  return useOptimisticGroup(groupId, group)
}

export function useOptimisticGroup<Cached extends Group | undefined>(
  groupId: string,
  group: Cached,
): Group | Cached {
  const { uid: userId } = useAccount()
  const client = useQueryClient()
  const pending = useMutationState({
    filters: {
      mutationKey: changesKey(groupId),
      status: 'pending',
      predicate: change => !isReplaced(client, groupId, change),
    },
    select: ({ state }) => state.variables as TappedChange,
  }).at(-1)
  const isUnsent = useStore(unsentGroups).includes(groupId)
  return useMemo(() => {
    const mine = group?.members.find(member => member.userId === userId)
    if (!group || !mine || !pending) return group
    const changed: ShownMember = withChange(mine, pending)
    const isUnlit = isUnsent && changed.status !== mine.status
    return withMember(group, isUnsent ? { ...changed, isUnsent, isUnlit } : changed)
  }, [group, userId, pending, isUnsent])
}

type Attempts<Answer> = {
  send(): Promise<Answer>
  isStillLatest(): boolean
  mayBeReplaced(): boolean
  /** Called after each attempt that did not reach the server. */
  onUnsent?(): void
}

/** Throws the last error after `retryForMs`. Returns null if a later change has replaced the change. */
export async function retryWhileOffline<Answer>({
  send,
  isStillLatest,
  mayBeReplaced,
  onUnsent,
}: Attempts<Answer>): Promise<Answer | null> {
  const givesUpAt = Date.now() + retryForMs
  for (let isFirst = true, lastError: unknown; isStillLatest(); isFirst = false) {
    // The device may have slept since the last attempt, so the time is checked before each further attempt.
    if (!isFirst && Date.now() > givesUpAt) throw lastError
    try {
      return await send()
    } catch (error) {
      if (!isOffline(error)) throw error
      lastError = error
      onUnsent?.()
      if (isFirst) showToast('info', t.availability.sentLater)
      do await waitUntilLive(retryPauseMs)
      while (mayBeReplaced())
    }
  }
  return null
}

/** While the live connection works, the server counts as reachable. */
function isOffline(error: unknown): boolean {
  const code = problemCode(error)
  return (code === 'unreachable' || code === 'unavailable') && currentConnection().status !== 'live'
}
