import profileTexts from 'texts:profile'
import { signOut } from '@grouplight/contract/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { clearDrafts } from '#ui/draft.ts'
import { sessionQuery } from './account-queries.ts'
import classes from './action-row.module.css'

export function SignOutButton() {
  const signOut = useSignOut()
  return (
    <div className={`spread ${classes.row}`}>
      <p className={classes.hint}>{profileTexts.signOutHint}</p>
      <Button variant="default" pending={signOut.isPending} onClick={() => signOut.mutate()}>
        {profileTexts.signOut}
      </Button>
      {signOut.isError && <AlertText error={profileTexts.notSignedOut} />}
    </div>
  )
}

/** When the session has ended, `RequireSession` redirects to the login page. */
function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(signOut),
    onSuccess: () => {
      clearDrafts()
      queryClient.setQueryData(sessionQuery.queryKey, null)
    },
  })
}
