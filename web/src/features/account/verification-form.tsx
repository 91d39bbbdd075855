import { verifyEmail } from '@grouplight/contract/account.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { verificationText } from '#api/problem-text.ts'
import { recoveryTexts } from '#texts/recovery/recovery-texts.ts'
import { t } from '#texts/texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import classes from '#ui/form.module.css'
import { PasswordField } from '#ui/password-field.tsx'
import { useForm } from '#ui/use-form.ts'

type VerificationFormProps = { code: string; onVerified: () => void }

/** Shown if several sign-ups have the same address. The password tells the server which of them is the user's. */
export function VerificationForm({ code, onVerified }: VerificationFormProps) {
  const form = useForm({ password: password => (password ? null : t.account.passwordRequired) })
  const verifying = useMutation({
    mutationFn: ({ password }: { password: string }) => call(verifyEmail, { body: { code, password } }),
    onSuccess: onVerified,
  })

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(verifying)}>
      <p role="status">{recoveryTexts.severalSignUps}</p>
      <PasswordField label={t.account.password} autoComplete="current-password" {...form.field('password')} />
      {verifying.isError && <AlertText error={verificationText(verifying.error)} />}
      <Button type="submit" pending={verifying.isPending}>
        {recoveryTexts.verifyEmail}
      </Button>
    </form>
  )
}
