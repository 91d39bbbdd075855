import accountTexts from 'texts:account'
import { signInByPasskey } from '@grouplight/contract/passkey.ts'
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#api/client.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { sessionQuery } from '../account-queries.ts'
import { cancelPasskeyCeremony, choosePasskey } from './credentials.ts'
import { passkeyText, rememberPasskeyUse } from './passkey-support.ts'

export function PasskeySignIn() {
  const queryClient = useQueryClient()
  const signIn = useMutation({
    mutationFn: async (chosen: AuthenticationResponseJSON | undefined) => {
      const response = chosen ?? (await choosePasskey())
      return call(signInByPasskey, { body: { response } })
    },
    onSuccess: ({ account }) => {
      rememberPasskeyUse()
      queryClient.setQueryData(sessionQuery.queryKey, account)
    },
  })
  usePasskeyAutofill(!signIn.isPending && !signIn.isSuccess, signIn.mutate)

  return (
    <>
      {signIn.isError && <AlertText error={passkeyText(signIn.error, accountTexts.noPasskey)} />}
      <Button variant="subtle" pending={signIn.isPending} onClick={() => signIn.mutate(undefined)}>
        {accountTexts.withPasskey}
      </Button>
    </>
  )
}

const checkMs = 30_000
// The server accepts a challenge for 5 minutes, so the suggestions get a new challenge before the 5 minutes are over.
const renewalMs = 4 * 60_000

/**
 * While `isActive` is true, shows passkeys among the suggestions of the email field. A passkey that the user chooses while
 * `isActive` is false is ignored.
 */
function usePasskeyAutofill(
  isActive: boolean,
  onChosen: (response: AuthenticationResponseJSON) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `onChosen` must not request a new challenge.
  useEffect(() => {
    if (!isActive) return
    let suggestedAt = 0
    const ending = new AbortController()
    const { signal } = ending
    const suggest = async () => {
      if (document.hidden || Date.now() < suggestedAt + renewalMs) return
      suggestedAt = Date.now()
      if (!(await PublicKeyCredential.isConditionalMediationAvailable?.()) || signal.aborted) return
      const response = await choosePasskey({ inAutofill: true, signal })
      if (!signal.aborted) onChosen(response)
    }
    // A failure needs no message, because the user has not asked for anything.
    const renew = () => void suggest().catch(() => {})
    renew()
    const timer = setInterval(renew, checkMs)
    document.addEventListener('visibilitychange', renew)
    return () => {
      ending.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [isActive])

  useEffect(() => () => void cancelPasskeyCeremony().catch(() => {}), [])
}
