import accountTexts from 'texts:account'
import profileTexts from 'texts:profile'
import type { Site } from '@grouplight/contract/site.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import row from '../action-row.module.css'
import { startProblem } from './provider-problem.ts'
import { useGoToProvider } from './use-go-to-provider.ts'

type ConfirmByProviderProps = { provider: NonNullable<Site['provider']>; isOnlyWay: boolean }

/** After the sign-in at the provider, the user must repeat the action that required the confirmation. */
export function ConfirmByProvider({ provider: { name }, isOnlyWay }: ConfirmByProviderProps) {
  const { go, isGoing, error } = useGoToProvider()
  return (
    <>
      {error && <AlertText error={startProblem(error, name)} />}
      <Button variant={isOnlyWay ? 'filled' : 'default'} pending={isGoing} onClick={() => go('confirm')}>
        <bdi>{accountTexts.withProvider({ name })}</bdi>
      </Button>
      <p className={row.hint}>{profileTexts.comeBack}</p>
    </>
  )
}
