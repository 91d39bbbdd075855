import { signOut } from '@grouplight/contract/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { clearDraft } from '#ui/draft.ts'
import { sessionQuery } from './account-queries.ts'

/** When the session has ended, `RequireSession` redirects to the login page. */
export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(signOut),
    onSuccess: () => {
      clearDraft()
      queryClient.setQueryData(sessionQuery.queryKey, null)
    },
  })
}
