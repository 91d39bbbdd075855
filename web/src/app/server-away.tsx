import { useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#account/account-queries.ts'
import { ErrorScreen } from '#ui/error-screen.tsx'
import { Page } from '#ui/page.tsx'

/** Shown while the server does not say who is signed in; it goes by itself as soon as the server answers. */
export function ServerAway() {
  const queryClient = useQueryClient()
  return (
    <Page narrow>
      <ErrorScreen
        title="The server cannot be reached"
        message="You are still signed in where you were. This page goes on by itself as soon as the server answers."
        onRetry={() => queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })}
      />
    </Page>
  )
}
