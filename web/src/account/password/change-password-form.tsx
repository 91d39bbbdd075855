import { changePassword } from '@grouplight/contract/session.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { profileTexts } from '#texts/profile/profile-texts.ts'
import { t } from '#texts/texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { useAccount } from '../account-queries.ts'
import { errorText } from '../confirmation/error-text.ts'
import { withConfirmation } from '../confirmation/with-confirmation.ts'
import { NewPasswordFields, newPasswordRules } from '../new-password.tsx'
import { sessionsQuery } from '../session/sessions-query.ts'
import classes from '../your-data.module.css'

type ChangePasswordFormProps = { hasPassword: boolean; onChanged: () => void }
type Passwords = { oldPassword: string; password: string; confirmation: string }

/** The rules for a new password are checked only if the two new passwords are equal. */
export function ChangePasswordForm({ hasPassword, onChanged }: ChangePasswordFormProps) {
  const { email } = useAccount()
  const form = useForm<keyof Passwords>({
    oldPassword: old => (old || !hasPassword ? null : t.account.passwordRequired),
    ...newPasswordRules(t.account.newPasswordsDiffer),
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
      <NewPasswordFields label={t.account.newPassword} field={form.field} />
      {failed && <AlertText error={failed} />}
      <Button type="submit" pending={changing.isPending}>
        {hasPassword ? profileTexts.changePassword : profileTexts.setPassword}
      </Button>
    </form>
  )
}
