import type { Account } from '@grouplight/contract/account.ts'
import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#account/account-queries.ts'
import { problemCode } from '#api/client.ts'

/**
 * Nothing of one person's may be left for the next: when the account changes or ends, everything else that was
 * fetched is forgotten. An answer that says "no session" makes us ask who is signed in.
 */
export function forgetOnAccountChange(queryClient: QueryClient): void {
  const [sessionKey] = sessionQuery.queryKey
  let userId: string | undefined

  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    if (event.action.type === 'error') askAgainIfRefused(event.action.error)
    if (event.query.queryKey[0] !== sessionKey) return
    const account = event.query.state.data as Account | null | undefined
    if (account === undefined || account?.userId === userId) return
    userId = account?.userId
    queryClient.removeQueries({ predicate: query => query.queryKey[0] !== sessionKey })
  })
  queryClient.getMutationCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'error') askAgainIfRefused(event.action.error)
  })

  function askAgainIfRefused(error: unknown) {
    if (problemCode(error) !== 'unauthenticated') return
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }, { cancelRefetch: false })
  }
}
