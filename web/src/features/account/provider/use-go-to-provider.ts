import { startProviderSignIn } from '@grouplight/contract/provider.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#api/client.ts'
import { withConfirmation } from '../confirmation/with-confirmation.ts'
import { rememberVisit } from './auto-sign-in.ts'

type Purpose = 'sign-in' | 'link' | 'confirm'

/** `isGoing` becomes false if the visit cannot be started, and when the user returns with the Back button. */
export function useGoToProvider() {
  const { mutate, reset, ...going } = useMutation({
    mutationFn: async (purpose: Purpose) => {
      const { url } = await withConfirmation(() => call(startProviderSignIn, { body: { purpose } }))
      rememberVisit()
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
