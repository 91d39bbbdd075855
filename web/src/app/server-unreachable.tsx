import { useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#account/account-queries.ts'
import { t } from '#texts/texts.ts'
import { Button } from '#ui/button.tsx'
import { PlainPage } from '#ui/plain-page.tsx'

export function ServerUnreachable() {
  const queryClient = useQueryClient()
  return (
    <PlainPage title={t.ui.serverUnreachable} subtitle={t.ui.willContinue}>
      <Button onClick={() => queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })}>
        {t.ui.tryAgain}
      </Button>
    </PlainPage>
  )
}
