import { type LiveMessage, liveProtocol, type Toggled } from '@grouplight/contract/live.ts'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { sessionQuery } from '#account/account-queries.ts'
import { readAgain } from '#api/read-again.ts'
import { applyToggled } from '#availability/apply-toggled.ts'
import { groupQuery, groupsQuery, removeGroup } from '#group/group-queries.ts'
import { isRemembered } from '#group/recent-toggles.ts'
import { receivedInvitationsQuery, sentInvitationsQuery } from '#invitation/invitation-queries.ts'
import { countArrived, notificationsKey } from '#notification/notification-queries.ts'
import { t } from '#texts/texts.ts'
import { showToast } from '#ui/toast.ts'
import { announce } from './announce.ts'
import { reloadOnce } from './reload-once.ts'

/** Turns a message of the wire into changes of what is cached, as seen by the signed-in person `me`. */
export function applyLiveMessage(queryClient: QueryClient, me: string, message: LiveMessage): void {
  if (message[0] === 'hello' && message[1].protocol !== liveProtocol) {
    reloadOnce(`protocol ${message[1].protocol}`)
  }
  const isAfterGap = leavesGap(queryClient, message)
  noteVersion(message)
  if (message[0] === 't') toggled(queryClient, me, message)
  if (isAfterGap) readAgain(queryClient, notificationsKey)
  if (message[0] === 'hello') readEverythingAgain(queryClient)
  if (message[0] === 'group.left') forgetGroup(queryClient, message[1])
  if (message[0] === 'signed.out.elsewhere') {
    showToast('info', t.live.signedOutElsewhere)
  }
  for (const queryKey of toReadAgain(queryClient, message)) readAgain(queryClient, queryKey)
}

// What was fetched before we listened may be older than what we have missed.
function readEverythingAgain(queryClient: QueryClient) {
  readAgainAfterFirstReadings(queryClient)
  void queryClient.invalidateQueries()
  // Comes in the same request as the rest, on whatever page.
  void queryClient.prefetchQuery({ ...groupsQuery, staleTime: 0 })
}

/** What a message makes stale. */
function toReadAgain(queryClient: QueryClient, message: LiveMessage): QueryKey[] {
  switch (message[0]) {
    case 'group.changed':
      return copiesBehind(queryClient, message[1], message[2])
    case 'group.joined':
      return [groupsQuery.queryKey, groupQuery(message[1]).queryKey]
    case 'group.left':
      return [groupQuery(message[1]).queryKey]
    case 'invitations.changed':
      return [receivedInvitationsQuery.queryKey]
    case 'group.invitations.changed':
      return [sentInvitationsQuery(message[1]).queryKey]
    case 'notifications.changed':
      return [notificationsKey]
    case 'account.changed':
      return [sessionQuery.queryKey]
    default:
      return []
  }
}

// A first reading that is under way may have begun before we listened, and to invalidate it does not start it over.
function readAgainAfterFirstReadings(queryClient: QueryClient) {
  const isFirst = ({ state }: Query) => state.data === undefined
  const arrived: Query[] = []
  for (const query of queryClient.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: isFirst })) {
    query.promise?.then(
      () => {
        // What came together is read again together.
        if (arrived.push(query) === 1) setTimeout(readThemAgain)
      },
      () => {},
    )
  }

  function readThemAgain() {
    for (const { queryKey } of arrived.splice(0)) {
      void queryClient.invalidateQueries({ queryKey, exact: true })
    }
  }
}

/** The cached copies of a group that are older than a version: its page's, its card's. */
function copiesBehind(queryClient: QueryClient, groupId: string, version: number): QueryKey[] {
  const { onPage = version, onCard = 0 } = knownVersions(queryClient, groupId)
  return [
    ...(onPage < version ? [groupQuery(groupId).queryKey] : []),
    ...(onCard < version ? [groupsQuery.queryKey] : []),
  ]
}

function forgetGroup(queryClient: QueryClient, groupId: string) {
  removeGroup(queryClient, groupId)
  queryClient.removeQueries({ queryKey: sentInvitationsQuery(groupId).queryKey })
}

function toggled(queryClient: QueryClient, me: string, [, groupId, version, sinceMs, changes]: Toggled) {
  // What comes here happens before our eyes, whatever is being read meanwhile: it is announced the first time.
  const isNew = !isRemembered(groupId, version)
  applyToggled(
    queryClient,
    groupId,
    version,
    Object.entries(changes).map(([userId, noticeId]) => ({ userId, status: noticeId > 0, sinceMs })),
  )
  const notices = Object.entries(changes).filter(([userId, noticeId]) => userId !== me && noticeId > 0)
  // A notice below one that is counted passes for counted, too.
  for (const [userId, noticeId] of notices.sort(([, one], [, other]) => one - other)) {
    countArrived(queryClient, noticeId)
    if (isNew) void announce(queryClient, groupId, userId)
  }
}

// The newest version of each group that was heard of on this connection: what is cached may still be on its way there.
const heard = new Map<string, number>()

function noteVersion(message: LiveMessage) {
  if (message[0] === 'hello') heard.clear()
  if (message[0] === 't' || message[0] === 'group.changed')
    heard.set(message[1], Math.max(message[2], heard.get(message[1]) ?? 0))
}

/** Whether earlier messages about its group were missed. The notifications that they brought come with no later one. */
function leavesGap(queryClient: QueryClient, message: LiveMessage): boolean {
  if (message[0] !== 't' && message[0] !== 'group.changed') return false
  const { onPage = 0, onCard = 0 } = knownVersions(queryClient, message[1])
  const known = Math.max(onPage, onCard, heard.get(message[1]) ?? 0)
  return known > 0 && message[2] > known + 1
}

function knownVersions(queryClient: QueryClient, groupId: string) {
  const groups = queryClient.getQueryData(groupsQuery.queryKey)
  return {
    onPage: queryClient.getQueryData(groupQuery(groupId).queryKey)?.version,
    onCard: groups?.find(({ id }) => id === groupId)?.version,
  }
}
