import type { Account } from '@grouplight/contract/account.ts'
import type { QueryClient } from '@tanstack/react-query'
import { forgetDashboard } from '#api/batched-read.ts'
import { problemCode } from '#api/client.ts'
import { sessionQuery } from '#features/account/account-queries.ts'
import { rememberSignOut } from '#features/account/provider/auto-sign-in.ts'
import { forgetLastChoices } from '#features/availability/forget-last-choices.ts'
import { forgetGroups } from '#features/group/group-store.ts'
import { silenceBrowser } from '#features/ringing/ringing-wish.ts'
import { draftsOf } from '#ui/draft.ts'
import { clearPersistedCache } from './persisted-cache.ts'
import { forgetShownInvitations } from './shown-invitations.ts'

/**
 * When the signed-in user changes or the session ends, removes all cached data except the session. So the next user does not see
 * the previous user's data. The browser also stops ringing for the previous user. An unauthenticated response removes the saved
 * cache and makes the session stale.
 */
export function clearCacheOnAccountChange(queryClient: QueryClient): void {
  const [sessionKey] = sessionQuery.queryKey
  // Undefined before the first answer. Null for a guest.
  let userId: string | null | undefined

  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    if (event.action.type === 'error') refetchSessionIfUnauthenticated(event.action.error)
    if (event.query.queryKey[0] !== sessionKey) return
    const account = event.query.state.data as Account | null | undefined
    const previous = userId
    if (account === undefined || (account?.uid ?? null) === previous) return
    userId = account?.uid ?? null
    // Removes drafts of another user.
    if (userId) draftsOf(userId)
    else {
      forgetShownInvitations()
      forgetLastChoices()
    }
    if (!userId || previous) void silenceBrowser().catch(() => {})
    // Data that was fetched together with the first session belongs to the user of this session.
    if (previous === undefined) return
    if (!userId) rememberSignOut()
    forgetDashboard()
    forgetGroups(queryClient)
    queryClient.removeQueries({ predicate: query => query.queryKey[0] !== sessionKey })
  })
  queryClient.getMutationCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'error')
      refetchSessionIfUnauthenticated(event.action.error)
  })

  function refetchSessionIfUnauthenticated(error: unknown) {
    if (problemCode(error) !== 'unauthenticated') return
    clearPersistedCache()
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }, { cancelRefetch: false })
  }
}
