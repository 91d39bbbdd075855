import { signOut } from '@grouplight/contract/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import type { Notice } from '#ui/notice.tsx'
import { sessionQuery } from './account-queries.ts'

/** Ends the session and goes to the sign-in page with a notice; what was fetched is forgotten with the account. */
export function useSignOut(notice?: Notice) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => call(signOut),
    onSuccess: async () => {
      await navigate('/login', { replace: true, state: notice })
      queryClient.setQueryData(sessionQuery.queryKey, null)
    },
  })
}
