import { newPassword } from '@grouplight/contract/account.ts'
import { resetPasswordResultSchema } from '@grouplight/contract/callable.ts'
import { useMutation } from '@tanstack/react-query'
import { CallableError, callFunction } from '#api/callable.ts'
import { resetPasswordText } from '#api/problem-text.ts'
import { recoveryTexts } from '#texts/recovery/recovery-texts.ts'
import { t } from '#texts/texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import classes from '#ui/plain-page.module.css'
import { schemaRule } from '#ui/schema-rule.ts'
import { useForm } from '#ui/use-form.ts'

type ResetPasswordFormProps = { token: string | null; onChanged: () => void }

export function ResetPasswordForm({ token, onChanged }: ResetPasswordFormProps) {
  const form = useForm({
    password: (password, { confirmation }) =>
      password === confirmation ? schemaRule(newPassword)(password) : null,
    confirmation: (confirmation, { password }) =>
      password === confirmation ? null : t.account.newPasswordsDiffer,
  })
  const resetting = useMutation({
    mutationFn: ({ password }: { password: string }) => resetPassword(token ?? '', password),
    onSuccess: onChanged,
  })
  const disabled = !token

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(resetting)}>
      {disabled && <AlertText error={recoveryTexts.invalidResetLink} />}
      <PasswordField
        label={t.account.newPassword}
        hint={t.account.passwordHint}
        autoComplete="new-password"
        disabled={disabled}
        {...form.field('password')}
      />
      <PasswordField
        label={t.account.confirmPassword}
        autoComplete="new-password"
        disabled={disabled}
        {...form.field('confirmation')}
      />
      {resetting.isError && <AlertText error={resetPasswordText(resetting.error)} />}
      <Button type="submit" disabled={disabled} aria-disabled={resetting.isPending || undefined}>
        {resetting.isPending ? recoveryTexts.resetting : recoveryTexts.resetPassword}
      </Button>
    </form>
  )
}

async function resetPassword(token: string, password: string): Promise<void> {
  const data = { token, newPassword: password }
  const { success } = await callFunction('resetPasswordWithToken', data, resetPasswordResultSchema)
  if (!success) throw new CallableError('INTERNAL')
}
