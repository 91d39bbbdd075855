import availabilityTexts from 'texts:availability'
import { setAvailability } from '@grouplight/contract/availability.ts'
import type { Member } from '@grouplight/contract/group.ts'
import { mutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { useAccount } from '#features/account/account-queries.ts'
import {
  learnOwnAvailability,
  pendingChange,
  pendingChanges,
  setPending,
} from '#features/group/group-store.ts'
import type { PendingChange } from '#features/group/known-group.ts'
import { currentConnection, waitUntilLive } from '#live/connection-state.ts'
import { showToast } from '#ui/toast.ts'
import { type Change, requestBody, type TappedChange, withChange } from './change.ts'

const retryPauseMs = 3_000
/** How long a request is repeated while the server is unreachable. */
const retryForMs = 10 * 60_000

/** A change that is pending for longer counts as not sent. */
const slowMs = 3_000

/** Returns a function that makes a change in the group. */
export function useSetAvailability(groupId: string): (change: Change) => void {
  const { uid } = useAccount()
  const client = useQueryClient()
  const { mutate } = useMutation(setAvailabilityMutation(client, groupId, uid))
  return useCallback(
    change => mutate(addPending(client, groupId, uid, { ...change, tappedAt: Date.now() })),
    [client, groupId, uid, mutate],
  )
}

/** For each group, only one request runs at a time. Of the changes that wait meanwhile, only the latest is sent. */
export function setAvailabilityMutation(client: QueryClient, groupId: string, userId: string) {
  return mutationOptions({
    scope: { id: `availability ${groupId}` },
    mutationFn: (tap: Tap) =>
      sendIfLatest(client, groupId, tap, () =>
        call(setAvailability, { params: { groupId, userId }, body: requestBody(tap.change) }),
      ),
    onSuccess: (answer, tap) => {
      if (answer) learnOwnAvailability(client, answer)
      if (isLatest(client, groupId, tap)) setPending(client, groupId)
    },
    onError: (error, tap) => {
      if (!isLatest(client, groupId, tap)) return
      setPending(client, groupId)
      showToast('error', availabilityTexts.notChanged({ why: problemText(error) }))
    },
  })
}

type Tap = PendingChange & { change: TappedChange }

/** Replaces the group's pending change. If that is not sent, the new change is not sent either. */
export function addPending(client: QueryClient, groupId: string, userId: string, change: TappedChange): Tap {
  const isUnsent = pendingChange(client, groupId)?.isUnsent ?? false
  const pending = { userId, isUnsent, rivals: 0, change, apply: (own: Member) => withChange(own, change) }
  setPending(client, groupId, pending)
  return pending
}

/** Repeats `send` while the server is unreachable. Returns null if a later change has replaced the change. */
export async function sendIfLatest<Answer>(
  client: QueryClient,
  groupId: string,
  pending: PendingChange,
  send: () => Promise<Answer>,
): Promise<Answer | null> {
  const slow = setTimeout(markUnsent, slowMs)
  if (currentConnection().status === 'offline') markUnsent()
  const givesUpAt = Date.now() + retryForMs
  try {
    for (let isFirst = true, lastError: unknown; isLatest(client, groupId, pending); isFirst = false) {
      // The device may have slept since the last attempt, so the time is checked before each further attempt.
      if (!isFirst && Date.now() > givesUpAt) throw lastError
      try {
        return await send()
      } catch (error) {
        if (!isOffline(error)) throw error
        lastError = error
        markUnsent()
        if (isFirst) showToast('info', availabilityTexts.sentLater)
        do await waitUntilLive(retryPauseMs)
        while (pending.rivals > 0 && isLatest(client, groupId, pending))
      }
    }
    return null
  } finally {
    clearTimeout(slow)
  }

  // A later tap waits for this request, so it is not sent either.
  function markUnsent() {
    const latest = pendingChange(client, groupId)
    if (latest && !latest.isUnsent) setPending(client, groupId, Object.assign(latest, { isUnsent: true }))
  }
}

/**
 * Sends a change in several groups, without `groupIds` in all groups. If it succeeds, it replaces the earlier pending changes in these
 * groups. Meanwhile, those of them that wait for the server are not sent.
 */
export async function replacePending<Answer>(
  client: QueryClient,
  groupIds: string[] | undefined,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const earlier = pendingChanges(client).filter(([groupId]) => groupIds?.includes(groupId) ?? true)
  for (const [, pending] of earlier) pending.rivals++
  try {
    const answer = await send()
    for (const [groupId, pending] of earlier)
      if (isLatest(client, groupId, pending)) setPending(client, groupId)
    return answer
  } finally {
    for (const [, pending] of earlier) pending.rivals--
  }
}

function isLatest(client: QueryClient, groupId: string, pending: PendingChange): boolean {
  return pendingChange(client, groupId) === pending
}

/** While the live connection works, the server counts as reachable. */
function isOffline(error: unknown): boolean {
  const code = problemCode(error)
  return (code === 'unreachable' || code === 'unavailable') && currentConnection().status !== 'live'
}
