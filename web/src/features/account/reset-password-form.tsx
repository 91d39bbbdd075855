import accountPageTexts from 'texts:account-pages'
import { resetPasswordResultSchema } from '@grouplight/contract/callable.ts'
import { useMutation } from '@tanstack/react-query'
import { CallableError, callFunction } from '#api/callable.ts'
import { resetPasswordText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import classes from '#ui/form.module.css'
import { useForm } from '#ui/use-form.ts'
import { NewPasswordFields, newPasswordRules } from './new-password.tsx'

type ResetPasswordFormProps = { token: string | null; onChanged: () => void }

export function ResetPasswordForm({ token, onChanged }: ResetPasswordFormProps) {
  const form = useForm(newPasswordRules(accountPageTexts.newPasswordsDiffer))
  const resetting = useMutation({
    mutationFn: ({ password }: { password: string }) => resetPassword(token ?? '', password),
    onSuccess: onChanged,
  })
  const disabled = !token

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(resetting)}>
      {disabled && <AlertText error={accountPageTexts.invalidResetLink} />}
      <NewPasswordFields label={accountPageTexts.newPassword} disabled={disabled} field={form.field} />
      {resetting.isError && <AlertText error={resetPasswordText(resetting.error)} />}
      <Button type="submit" disabled={disabled} pending={resetting.isPending}>
        {resetting.isPending ? accountPageTexts.resetting : accountPageTexts.resetPassword}
      </Button>
    </form>
  )
}

async function resetPassword(token: string, password: string): Promise<void> {
  const data = { token, newPassword: password }
  const { success } = await callFunction('resetPasswordWithToken', data, resetPasswordResultSchema)
  if (!success) throw new CallableError('INTERNAL')
}
