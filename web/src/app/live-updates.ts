import appTexts from 'texts:app'
import {
  type LiveMessage,
  livePath,
  liveProtocol,
  type NewState,
  readStates,
} from '@grouplight/contract/live.ts'
import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refetchEverything, throttledRefetch } from '#api/refetch.ts'
import { sessionQuery } from '#features/account/account-queries.ts'
import { groupQuery, groupsQuery, takeOverKey } from '#features/group/group-queries.ts'
import { forgetChanges, knownGroup, receiveVersion, removeGroup } from '#features/group/group-store.ts'
import { receivedInvitationsQuery, sentInvitationsQuery } from '#features/invitation/invitation-queries.ts'
import { countNewNotification, notificationsKey } from '#features/notification/notification-queries.ts'
import { isHeard, isRingingStale, ringingIn } from '#features/ringing/group-ringing.ts'
import { ringingQuery } from '#features/ringing/ringing-queries.ts'
import { setConnection } from '#live/connection-state.ts'
import { openLiveConnection } from '#live/live-connection.ts'
import { onWakeUp } from '#live/on-wake-up.ts'
import { showToast } from '#ui/toast.ts'
import { announceAvailable, announceFulfilled } from './announce-available.ts'
import { clearPersistedCache, restoredCacheTime } from './persisted-cache.ts'
import { pollWhileDisconnected } from './poll-while-disconnected.ts'
import { reloadOnce } from './reload-once.ts'

export function useLiveUpdates(ownUserId: string): void {
  const queryClient = useQueryClient()
  // On every page, the ringing rules decide which toggles are announced. Without `useQuery`, stale rules would not be fetched again.
  useQuery({ ...ringingQuery, notifyOnChangeProps: [] })

  useEffect(() => {
    setConnection({ status: 'reconnecting', asOf: restoredCacheTime() })
    const connection = openLiveConnection({
      connect: () => new WebSocket(livePath),
      asOf: restoredCacheTime(),
      onMessage: message => applyLiveMessage(queryClient, ownUserId, message),
      onRefused: hasEnded => {
        if (hasEnded) clearPersistedCache()
        void queryClient.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false }).catch(() => {})
      },
      onChange: next => {
        setConnection(next)
        if (next.status === 'live') polling.reset()
      },
    })
    const polling = pollWhileDisconnected(queryClient, ownUserId, {
      isFresh: restoredCacheTime() === null,
      onRefetched: connection.markUpToDate,
    })
    const stopWaking = onWakeUp(connection.check)

    return () => {
      polling.stop()
      stopWaking()
      connection.close()
      setConnection({ status: 'reconnecting', asOf: null })
    }
  }, [queryClient, ownUserId])
}

export function applyLiveMessage(queryClient: QueryClient, ownUserId: string, message: LiveMessage): void {
  if (message[0] === 'hello' && message[1].protocol !== liveProtocol) {
    reloadOnce(`protocol ${message[1].protocol}`)
  }
  if (isVersioned(message)) {
    const [, groupId, version] = message
    const states = message[0] === 't' ? readStates(message) : undefined
    const call = message[0] === 'c' ? message[3] : undefined
    const { isRepeated, isAfterGap } = receiveVersion(
      queryClient,
      groupId,
      version,
      states ?? (call && []),
      call,
    )
    // A change is announced when its message first arrives, even if the known group is not up to date.
    if (states) announceStates(queryClient, { ownUserId, groupId, states, isRepeated })
    // Notifications may have been missed, too.
    if (isAfterGap) throttledRefetch(queryClient, notificationsKey)
  }
  if (message[0] === 'hello') {
    forgetChanges(queryClient)
    refetchEverything(queryClient)
    // Fetches the groups even if the page does not show them, in one request with the other data.
    void queryClient.prefetchQuery({ ...groupsQuery, staleTime: 0 })
  }
  if (message[0] === 'group.left') {
    removeGroup(queryClient, message[1])
    queryClient.removeQueries({ queryKey: sentInvitationsQuery(message[1]).queryKey })
  }
  if (message[0] === 'watch.fulfilled') void announceFulfilled(queryClient, message)
  if (message[0] === 'signed.out.elsewhere') showToast('info', appTexts.signedOutElsewhere)
  for (const queryKey of staleKeys(queryClient, ownUserId, message)) throttledRefetch(queryClient, queryKey)
}

function staleKeys(queryClient: QueryClient, ownUserId: string, message: LiveMessage): QueryKey[] {
  switch (message[0]) {
    case 'c': {
      const [, groupId, , { id, asker }] = message
      const knowsMore = knownGroup(queryClient, groupId)?.calls?.find(call => call.id === id)?.who
      return knowsMore || asker.userId === ownUserId
        ? [groupsQuery.queryKey, groupQuery(groupId).queryKey]
        : []
    }
    case 'group.changed':
      // If a followed member has left, the server has removed the follow, and the user no longer hears of the member.
      return ringingIn(queryClient, message[1]).rule === 'followed'
        ? [ringingQuery.queryKey, notificationsKey]
        : []
    case 'group.joined':
      return [groupsQuery.queryKey, groupQuery(message[1]).queryKey, ringingQuery.queryKey]
    case 'group.left':
      return [groupQuery(message[1]).queryKey]
    case 'invitations.changed':
      return [receivedInvitationsQuery.queryKey]
    case 'group.invitations.changed':
      return [sentInvitationsQuery(message[1]).queryKey, takeOverKey(message[1])]
    case 'notifications.changed':
      return [notificationsKey]
    case 'ringing.changed':
    case 'watch.fulfilled':
      return [ringingQuery.queryKey]
    case 'account.changed':
      return [sessionQuery.queryKey]
    default:
      return []
  }
}

type Versioned = Extract<LiveMessage, [string, string, number, ...unknown[]]>

function isVersioned(message: LiveMessage): message is Versioned {
  return ['t', 'c', 'group.changed'].includes(message[0])
}

type Arrived = { ownUserId: string; groupId: string; states: NewState[]; isRepeated: boolean }

function announceStates(queryClient: QueryClient, { ownUserId, groupId, states, isRepeated }: Arrived) {
  // A notice is counted only if its id is higher than all counted ids, so the order matters.
  for (const { userId, noticeId } of states) {
    if (noticeId === null || userId === ownUserId) continue
    if (!isHeard(queryClient, groupId, userId)) {
      // The cached ringing rule may be out of date. If the current rule includes the member, the server counts this notice as
      // unread.
      if (isRingingStale(queryClient)) throttledRefetch(queryClient, notificationsKey)
      continue
    }
    countNewNotification(queryClient, noticeId)
    if (!isRepeated) void announceAvailable(queryClient, groupId, userId)
  }
}
