import { type DehydratedState, dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#account/account-queries.ts'
import { isOutage } from '#api/query-client.ts'
import { groupsQuery } from '#group/group-queries.ts'
import { receivedInvitationsQuery } from '#invitation/invitation-queries.ts'

const key = 'last-known'
/** Raised when the answers of the API change their names or shapes: what an older page kept is not shown. */
const format = 2
const pauseMs = 1_000
/** Who was available longer ago than this helps nobody, and a browser that was never told of the session's end forgets it. */
const keptMs = 7 * 24 * 60 * 60 * 1_000
const [sessionKey] = sessionQuery.queryKey
const persisted = [
  sessionKey,
  ...groupsQuery.queryKey,
  'group',
  ...receivedInvitationsQuery.queryKey,
  'notifications',
]

type PersistedCache = { format: number; asOf: number; state: DehydratedState }

let restoredAsOf: number | null = null
let saving: ReturnType<typeof setTimeout> | undefined

/** When the screens were right that are shown now; null unless they are of an earlier visit. In ms since 1970. */
export function restoredCacheTime(): number | null {
  return restoredAsOf
}

/** The session has ended, wherever that was done: nothing of it stays in this browser. */
export function clearPersistedCache(): void {
  clearTimeout(saving)
  saving = undefined
  restoredAsOf = null
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

/**
 * Keeps what the screens show in this browser while somebody is signed in, and brings it back when the app starts and finds no
 * server: with its time on it, until the live connection has come and everything is fetched again.
 */
export function persistCache(queryClient: QueryClient): void {
  const save = () => {
    saving = undefined
    write(queryClient)
  }
  window.addEventListener('pagehide', () => saving && save())

  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || !persisted.includes(event.query.queryKey[0] as string)) return
    if (event.query.queryKey[0] === sessionKey && event.query.state.data === null) clearPersistedCache()
    else if (event.action.type === 'success') saving ??= setTimeout(save, pauseMs)
    if (event.action.type === 'failed' && isFirstAnswer(event.query) && isOutage(event.action.error))
      restore(queryClient)
  })
}

function isFirstAnswer({ queryKey, state }: Query): boolean {
  return queryKey[0] === sessionKey && state.data === undefined
}

function write(queryClient: QueryClient): void {
  const state = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ queryKey, state }) =>
      state.status === 'success' && persisted.includes(queryKey[0] as string),
    shouldDehydrateMutation: () => false,
  })
  try {
    if (queryClient.getQueryData(sessionQuery.queryKey))
      localStorage.setItem(key, JSON.stringify({ format, asOf: Date.now(), state } satisfies PersistedCache))
  } catch {
    // There is no room, or storage is forbidden: then a start without a server shows nothing.
  }
}

function restore(queryClient: QueryClient): void {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as PersistedCache
    if (kept.format !== format || Date.now() - kept.asOf > keptMs) {
      clearPersistedCache()
    } else {
      hydrate(queryClient, kept.state)
      restoredAsOf = kept.asOf
    }
  } catch {
    // Nothing was kept.
  }
}
