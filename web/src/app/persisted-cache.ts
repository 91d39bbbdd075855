import type { Group } from '@grouplight/contract/group.ts'
import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type Query,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { isOutage } from '#api/query-client.ts'
import { sessionQuery } from '#features/account/account-queries.ts'
import { groupsKey, knownGroup, learnGroup } from '#features/group/group-store.ts'
import { receivedInvitationsQuery } from '#features/invitation/invitation-queries.ts'
import { ringingQuery } from '#features/ringing/ringing-queries.ts'

const key = 'last-known'
/** Increase this number when the format of a saved response changes. Saved data with another number is not restored. */
const format = 2
const saveDelayMs = 1_000
// Saved data that is older than this is not restored, because the session may have ended while the app was closed.
const maxAgeMs = 7 * 24 * 60 * 60 * 1_000
const [sessionKey] = sessionQuery.queryKey
const persisted = [
  sessionKey,
  ...groupsKey,
  'group',
  ...receivedInvitationsQuery.queryKey,
  'notifications',
  ...ringingQuery.queryKey,
]

type PersistedCache = { format: number; asOf: number; state: DehydratedState }

let restoredAsOf: number | null = null
let saving: ReturnType<typeof setTimeout> | undefined

/** Returns the time when the restored cache was saved, in ms since 1970. Returns null if nothing was restored. */
export function restoredCacheTime(): number | null {
  return restoredAsOf
}

export function clearPersistedCache(): void {
  clearTimeout(saving)
  saving = undefined
  restoredAsOf = null
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is forbidden, so nothing was saved.
  }
}

/** Saves the newest data in this browser while a user is signed in, and restores this data if the app starts in an outage. */
export function persistCache(queryClient: QueryClient): void {
  const save = () => {
    saving = undefined
    write(queryClient)
  }
  window.addEventListener('pagehide', () => saving && save())

  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || !persisted.includes(event.query.queryKey[0] as string)) return
    if (event.query.queryKey[0] === sessionKey && event.query.state.data === null) clearPersistedCache()
    else if (event.action.type === 'success') saving ??= setTimeout(save, saveDelayMs)
    if (event.action.type === 'failed' && isSessionUnknown(event.query) && isOutage(event.action.error))
      restore(queryClient)
  })
}

function isSessionUnknown({ queryKey, state }: Query): boolean {
  return queryKey[0] === sessionKey && state.data === undefined
}

function write(queryClient: QueryClient): void {
  const state = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ queryKey, state: { status, data, error } }) =>
      (status === 'success' || (data !== undefined && isOutage(error))) &&
      persisted.includes(queryKey[0] as string),
    shouldDehydrateMutation: () => false,
  })
  // Data that could not be fetched again in an outage is still the newest known data, so it is saved without its error.
  for (const { state: saved } of state.queries) Object.assign(saved, { status: 'success', error: null })
  // A pending change is not saved, because it is not sent after the page was closed.
  for (const { queryKey, state: saved } of state.queries)
    saved.data = eachGroup(queryKey, saved.data, group => knownGroup(queryClient, group.id) ?? group)
  try {
    if (queryClient.getQueryData(sessionQuery.queryKey))
      localStorage.setItem(key, JSON.stringify({ format, asOf: Date.now(), state } satisfies PersistedCache))
  } catch {
    // The storage is full or forbidden, so nothing is saved.
  }
}

function restore(queryClient: QueryClient): void {
  try {
    const saved = JSON.parse(localStorage.getItem(key) ?? 'null') as PersistedCache
    if (saved.format !== format || Date.now() - saved.asOf > maxAgeMs) {
      clearPersistedCache()
    } else {
      // The store learns the groups first, so that it does not change the queries, which would save them again.
      for (const { queryKey, state } of saved.state.queries)
        eachGroup(queryKey, state.data, group => learnGroup(queryClient, group))
      hydrate(queryClient, saved.state)
      restoredAsOf = saved.asOf
    }
  } catch {
    // Nothing was saved, or storage is forbidden.
  }
}

/** Changes the groups in the data of the list or of a page. Other data stays the same. */
function eachGroup([name]: QueryKey, data: unknown, change: (group: Group) => Group): unknown {
  if (name === groupsKey[0]) return (data as Group[]).map(change)
  return name === 'group' ? change(data as Group) : data
}
