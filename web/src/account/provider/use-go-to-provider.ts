import { startProviderSignIn } from '@grouplight/contract/provider.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#api/client.ts'
import { afterConfirmation } from '../confirmation/after-confirmation.ts'
import { linkCode } from '../link-code.ts'
import { rememberGoing } from './auto-sign-in.ts'

type Purpose = 'sign-in' | 'link' | 'confirm'

/** `go` opens the provider's page in this tab. `isGoing` becomes false if that fails, and when the user comes back. */
export function useGoToProvider() {
  const { mutate, reset, ...going } = useMutation({
    mutationFn: async (purpose: Purpose) => {
      const body = { purpose, ...(purpose === 'sign-in' && { code: linkCode() }) }
      const { url } = await afterConfirmation(() => call(startProviderSignIn, { body }))
      rememberGoing()
      location.assign(url)
    },
  })
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset])
  return { go: mutate, isGoing: going.isPending || going.isSuccess, error: going.error }
}
