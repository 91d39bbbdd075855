import accountTexts from 'texts:account'
import appTexts from 'texts:app'
import profileTexts from 'texts:profile'
import { confirmByPasskey } from '@grouplight/contract/passkey.ts'
import { confirmationLifeMinutes, confirmByPassword } from '@grouplight/contract/session.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#api/client.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import classes from '#ui/form.module.css'
import { PasswordField } from '#ui/password-field.tsx'
import { hasOwnSignIn, site } from '#ui/site.ts'
import { useStore } from '#ui/store.ts'
import { useForm } from '#ui/use-form.ts'
import row from '../action-row.module.css'
import { choosePasskey } from '../passkey/credentials.ts'
import { canUsePasskeys, passkeyText } from '../passkey/passkey-support.ts'
import { ConfirmByProvider } from '../provider/confirm-by-provider.tsx'
import { passkeysQuery, signInMethodsQuery, useHasPassword } from '../sign-in-methods.ts'
import { closeConfirmationRequest, confirmationRequest } from './with-confirmation.ts'

const cancel = () => closeConfirmationRequest('onCancelled')

export function ConfirmationDialog() {
  const request = useStore(confirmationRequest)
  useEffect(() => cancel, [])
  return (
    <Dialog
      opened={request !== null}
      title={profileTexts.isItYou}
      onClose={cancel}
      size={420}
      withCloseButton={false}
    >
      <ConfirmationForm onConfirmed={() => closeConfirmationRequest('onConfirmed')} onCancel={cancel} />
    </Dialog>
  )
}

type ConfirmationFormProps = { onConfirmed: () => void; onCancel: () => void }

function ConfirmationForm({ onConfirmed, onCancel }: ConfirmationFormProps) {
  const hasPassword = useHasPassword()
  const { data: methods, isLoading: isLoadingMethods } = useQuery(signInMethodsQuery)
  const passkeyList = useQuery({ ...passkeysQuery, enabled: hasOwnSignIn })
  const hasPasskey = hasOwnSignIn && canUsePasskeys && (passkeyList.data?.length ?? 0) > 0
  const provider = methods?.linkedAt ? site.provider : null
  const hasWay = hasPassword || hasPasskey || provider !== null || isLoadingMethods || passkeyList.isLoading
  const form = useForm({ password: password => (password ? null : accountTexts.passwordRequired) })
  const confirming = useMutation({
    mutationFn: async (body: { password: string } | null) =>
      body
        ? call(confirmByPassword, { body })
        : call(confirmByPasskey, { body: { response: await choosePasskey() } }),
    onSuccess: onConfirmed,
  })

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(confirming)}>
      {!hasWay && (
        <p className={row.hint}>{profileTexts.noWayToConfirm({ minutes: confirmationLifeMinutes })}</p>
      )}
      {hasPassword && (
        <PasswordField
          label={accountTexts.password}
          autoComplete="current-password"
          {...form.field('password')}
        />
      )}
      {confirming.isError && <AlertText error={passkeyText(confirming.error, profileTexts.noPasskeyUsed)} />}
      {hasPasskey && (
        <Button
          variant={hasPassword ? 'default' : 'filled'}
          pending={confirming.isPending}
          onClick={() => confirming.mutate(null)}
        >
          {accountTexts.withPasskey}
        </Button>
      )}
      {provider && <ConfirmByProvider provider={provider} isOnlyWay={!hasPassword && !hasPasskey} />}
      <div className={hasPassword ? classes.choices : classes.form}>
        <Button variant="default" onClick={onCancel}>
          {appTexts.cancel}
        </Button>
        {hasPassword && (
          <Button type="submit" pending={confirming.isPending}>
            {appTexts.confirm}
          </Button>
        )}
      </div>
    </form>
  )
}
