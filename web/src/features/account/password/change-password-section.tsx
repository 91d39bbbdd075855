import accountTexts from 'texts:account'
import accountPageTexts from 'texts:account-pages'
import profileTexts from 'texts:profile'
import { changePassword } from '@grouplight/contract/session.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import classes from '#ui/form.module.css'
import { PasswordField } from '#ui/password-field.tsx'
import { site } from '#ui/site.ts'
import { useForm } from '#ui/use-form.ts'
import { useAccount } from '../account-queries.ts'
import row from '../action-row.module.css'
import { errorText, withConfirmation } from '../confirmation/with-confirmation.ts'
import { NewPasswordFields, newPasswordRules } from '../new-password.tsx'
import { sessionsQuery, signInMethodsQuery, useHasPassword } from '../sign-in-methods.ts'

/** An account without a password, for example one created by a sign-in at the provider, can get its first password here. */
export function ChangePasswordSection({ className }: { className: string }) {
  const hasPassword = useHasPassword()
  const { refetch } = useQuery(signInMethodsQuery)
  const [isOpen, setOpen] = useState(false)
  const [isChanged, setChanged] = useState(false)
  const title = hasPassword ? profileTexts.changePassword : profileTexts.setPassword

  function open() {
    setChanged(false)
    setOpen(true)
  }

  function onChanged() {
    setOpen(false)
    setChanged(true)
    void refetch()
  }

  return (
    <section className={className} aria-label={title}>
      <div className={`spread ${row.row}`}>
        <p className={row.hint}>{hasPassword ? profileTexts.changePasswordHint : noPassword()}</p>
        <Button variant="default" onClick={open}>
          {title}
        </Button>
      </div>
      {isChanged && <AlertText message={profileTexts.passwordChanged} />}
      <Dialog opened={isOpen} title={title} onClose={() => setOpen(false)} size={420}>
        <ChangePasswordForm hasPassword={hasPassword} onChanged={onChanged} />
      </Dialog>
    </section>
  )
}

function noPassword(): string {
  return site.provider
    ? profileTexts.setPasswordHint({ name: site.provider.name })
    : profileTexts.setPasswordAlone
}

type ChangePasswordFormProps = { hasPassword: boolean; onChanged: () => void }
type Passwords = { oldPassword: string; password: string; confirmation: string }

/** The rules for a new password are checked only if the two new passwords are equal. */
function ChangePasswordForm({ hasPassword, onChanged }: ChangePasswordFormProps) {
  const { email } = useAccount()
  const form = useForm<keyof Passwords>({
    oldPassword: old => (old || !hasPassword ? null : accountTexts.passwordRequired),
    ...newPasswordRules(accountPageTexts.newPasswordsDiffer),
  })
  const changing = useMutation({
    mutationFn: ({ oldPassword, password }: Passwords) => {
      const body = { newPassword: password, ...(hasPassword && { password: oldPassword }) }
      return withConfirmation(() => call(changePassword, { body }))
    },
    onSuccess: (_, __, ___, { client }) => {
      void client.invalidateQueries(sessionsQuery)
      onChanged()
    },
  })
  const failed = errorText(changing.error)

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(changing)}>
      {/* Tells password managers to which account the password belongs. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && (
        <PasswordField
          label={profileTexts.oldPassword}
          autoComplete="current-password"
          {...form.field('oldPassword')}
        />
      )}
      <NewPasswordFields label={accountPageTexts.newPassword} field={form.field} />
      {failed && <AlertText error={failed} />}
      <Button type="submit" pending={changing.isPending}>
        {hasPassword ? profileTexts.changePassword : profileTexts.setPassword}
      </Button>
    </form>
  )
}
