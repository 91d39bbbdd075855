import { useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#account/account-queries.ts'
import { useProxySignInEnded } from '#api/proxy-sign-in.ts'
import { t } from '#texts/texts.ts'
import { Button } from '#ui/button.tsx'
import { PlainPage } from '#ui/plain-page.tsx'

export function ServerUnreachable() {
  const queryClient = useQueryClient()
  if (useProxySignInEnded())
    return (
      <PlainPage title={t.ui.serverUnreachable} subtitle={t.ui.proxySignInEnded}>
        <Button onClick={() => window.location.reload()}>{t.ui.reload}</Button>
      </PlainPage>
    )
  return (
    <PlainPage title={t.ui.serverUnreachable} subtitle={t.ui.willContinue}>
      <Button onClick={() => queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })}>
        {t.ui.tryAgain}
      </Button>
    </PlainPage>
  )
}
