import accountTexts from 'texts:account'
import type { Site } from '@grouplight/contract/site.ts'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { startsVisitByItself } from './auto-sign-in.ts'
import { startProblem, useProviderProblem } from './provider-problem.ts'
import { useGoToProvider } from './use-go-to-provider.ts'

type ProviderSignInProps = {
  provider: NonNullable<Site['provider']>
  /** Whether the login page shows a message. If so, no visit starts without a click, so that the user can read the message. */
  hasMessage: boolean
}

export function ProviderSignIn({ provider: { name, only }, hasMessage }: ProviderSignInProps) {
  const { search } = useLocation()
  const problem = useProviderProblem(name)
  const { go, isGoing, error } = useGoToProvider()
  const [isAutomatic] = useState(() => !hasMessage && !problem && startsVisitByItself(search))
  useEffect(() => {
    if (isAutomatic) go('sign-in')
  }, [isAutomatic, go])

  return (
    <>
      {problem && !isGoing && <AlertText error={problem} />}
      {error && <AlertText error={startProblem(error, name)} />}
      <Button variant={only ? 'filled' : 'default'} pending={isGoing} onClick={() => go('sign-in')}>
        <bdi>{accountTexts.withProvider({ name })}</bdi>
      </Button>
    </>
  )
}
