import accountTexts from 'texts:account'
import appTexts from 'texts:app'
import profileTexts from 'texts:profile'
import { deleteAccount } from '@grouplight/contract/account.ts'
import { useMutation } from '@tanstack/react-query'
import { use } from 'react'
import { call, problemCode } from '#api/client.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { clearDrafts } from '#ui/draft.ts'
import classes from '#ui/form.module.css'
import { PasswordField } from '#ui/password-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { SetSignOutAlertContext, sessionQuery } from './account-queries.ts'
import row from './action-row.module.css'
import { errorText, withConfirmation } from './confirmation/with-confirmation.ts'
import { useHasPassword } from './sign-in-methods.ts'

type DeleteAccountDialogProps = { opened: boolean; onClose: () => void; onRefused: () => void }

export function DeleteAccountDialog({ opened, onClose, onRefused }: DeleteAccountDialogProps) {
  return (
    <Dialog opened={opened} title={profileTexts.delete} onClose={onClose} size={420} withCloseButton={false}>
      <DeleteAccountForm onCancel={onClose} onRefused={onRefused} />
    </Dialog>
  )
}

function DeleteAccountForm({ onCancel, onRefused }: { onCancel: () => void; onRefused: () => void }) {
  const setSignOutAlert = use(SetSignOutAlertContext)
  const hasPassword = useHasPassword()
  const form = useForm({
    password: password => (password || !hasPassword ? null : accountTexts.passwordRequired),
  })
  const deletion = useMutation({
    mutationFn: (values: { password: string }) => {
      const body = hasPassword ? values : {}
      return withConfirmation(async () => {
        // The alert is set before the request, because the live connection may report the end of the session before the response.
        setSignOutAlert({ message: profileTexts.deleted })
        try {
          return await call(deleteAccount, { body })
        } catch (error) {
          setSignOutAlert(undefined)
          throw error
        }
      })
    },
    onSuccess: (_answer, _body, _, { client }) => {
      clearDrafts()
      client.setQueryData(sessionQuery.queryKey, null)
    },
    onError: error => problemCode(error) === 'still-creator' && onRefused(),
  })

  const failed = errorText(deletion.error)

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(deletion)}>
      <p className={row.hint}>{profileTexts.deleteQuestion}</p>
      {hasPassword && (
        <PasswordField
          label={accountTexts.password}
          autoComplete="current-password"
          {...form.field('password')}
        />
      )}
      {failed && <AlertText error={failed} />}
      <div className={classes.choices}>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {appTexts.cancel}
        </Button>
        <Button type="submit" color="red" pending={deletion.isPending}>
          {appTexts.confirm}
        </Button>
      </div>
    </form>
  )
}
