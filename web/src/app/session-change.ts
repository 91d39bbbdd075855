import type { Account } from '@grouplight/contract/account.ts'
import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#account/account-queries.ts'
import { problemCode } from '#api/client.ts'
import { clearEtagCache } from '#api/etag-cache.ts'
import { loadDraft } from '#ui/draft.ts'
import { clearPersistedCache } from './persisted-cache.ts'
import { forgetShownInvitations } from './shown-invitations.ts'

/**
 * Nothing of one person's may be left for the next: when the account changes or ends, everything else that was
 * fetched is forgotten. An answer that says "no session" makes us ask who is signed in.
 */
export function clearCacheOnAccountChange(queryClient: QueryClient): void {
  const [sessionKey] = sessionQuery.queryKey
  // Undefined until it is known who is signed in, if anybody.
  let userId: string | null | undefined

  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    if (event.action.type === 'error') askAgainIfRefused(event.action.error)
    if (event.query.queryKey[0] !== sessionKey) return
    const account = event.query.state.data as Account | null | undefined
    const known = userId
    if (account === undefined || (account?.uid ?? null) === known) return
    userId = account?.uid ?? null
    if (userId) loadDraft(userId)
    else forgetShownInvitations()
    // What was asked for together with the first answer is the same person's.
    if (known === undefined) return
    clearEtagCache()
    queryClient.removeQueries({ predicate: query => query.queryKey[0] !== sessionKey })
  })
  queryClient.getMutationCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'error') askAgainIfRefused(event.action.error)
  })

  function askAgainIfRefused(error: unknown) {
    if (problemCode(error) !== 'unauthenticated') return
    clearPersistedCache()
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }, { cancelRefetch: false })
  }
}
