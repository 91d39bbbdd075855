import { signInByPasskey } from '@grouplight/contract/passkey.ts'
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { signInTexts } from '#texts/sign-in/sign-in-texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { sessionQuery } from '../account-queries.ts'
import { forgetLinkCode, linkCode } from '../link-code.ts'
import { choosePasskey } from './credentials.ts'
import { usePasskeyAutofill } from './passkey-autofill.ts'
import { rememberPasskeyUse } from './passkey-support.ts'
import { passkeyText } from './passkey-text.ts'

export function PasskeySignIn() {
  const queryClient = useQueryClient()
  const signIn = useMutation({
    mutationFn: async (chosen: AuthenticationResponseJSON | undefined) => {
      const response = chosen ?? (await choosePasskey())
      return call(signInByPasskey, { body: { response, code: linkCode() } })
    },
    onSuccess: ({ account }) => {
      rememberPasskeyUse()
      forgetLinkCode()
      queryClient.setQueryData(sessionQuery.queryKey, account)
    },
  })
  usePasskeyAutofill(!signIn.isPending && !signIn.isSuccess, signIn.mutate)

  return (
    <>
      {signIn.isError && <AlertText error={passkeyText(signIn.error, signInTexts.noPasskey)} />}
      <Button variant="subtle" pending={signIn.isPending} onClick={() => signIn.mutate(undefined)}>
        {signInTexts.withPasskey}
      </Button>
    </>
  )
}
