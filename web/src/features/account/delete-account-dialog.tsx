import accountTexts from 'texts:account'
import appTexts from 'texts:app'
import profileTexts from 'texts:profile'
import { deleteAccount, type GroupFate } from '@grouplight/contract/account.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
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
import data from './your-data.module.css'

type FieldProps = { name: string; error?: string | undefined; onInput: () => void }

/** A group whose creator the user is, and a field in which the user chooses a fate or, by the id, a deputy. */
type OwnGroup = { id: string; fateField: (props: FieldProps) => ReactNode }

export type DeletionProps = {
  ownGroups: OwnGroup[]
  /** Called when the server knows of another group whose creator the user is. */
  onRefused: () => void
}
type DeleteAccountDialogProps = DeletionProps & { opened: boolean; onClose: () => void }

export function DeleteAccountDialog({ opened, onClose, ...form }: DeleteAccountDialogProps) {
  return (
    <Dialog opened={opened} title={profileTexts.delete} onClose={onClose} size={420} withCloseButton={false}>
      <DeleteAccountForm onCancel={onClose} {...form} />
    </Dialog>
  )
}

function DeleteAccountForm({ ownGroups, onCancel, onRefused }: DeletionProps & { onCancel: () => void }) {
  const setSignOutAlert = use(SetSignOutAlertContext)
  const hasPassword = useHasPassword()
  const form = useForm<string>({
    ...Object.fromEntries(ownGroups.map(({ id }) => [id, mustChoose])),
    password: password => (password || !hasPassword ? null : accountTexts.passwordRequired),
  })
  const deletion = useMutation({
    mutationFn: ({ password, ...values }: Record<string, string>) => {
      const groups = ownGroups.map(({ id }) => ({ groupId: id, ...fateIn(values[id]) }))
      const body = { ...(hasPassword && { password }), groups }
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
      {ownGroups.length > 0 && (
        <fieldset className={data.fates}>
          <legend>{profileTexts['fate.question']}</legend>
          {ownGroups.map(({ id, fateField }) => fateField(form.field(id)))}
        </fieldset>
      )}
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

function mustChoose(value: string): string | null {
  return value ? null : profileTexts['fate.pleaseChoose']
}

function fateIn(value = ''): { fate: GroupFate; deputyId?: string } {
  return value === 'members' || value === 'delete' ? { fate: value } : { fate: 'deputy', deputyId: value }
}
