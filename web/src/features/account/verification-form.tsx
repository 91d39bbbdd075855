import accountTexts from 'texts:account'
import accountPageTexts from 'texts:account-pages'
import { verifyEmail } from '@grouplight/contract/account.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { verificationText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import classes from '#ui/form.module.css'
import { PasswordField } from '#ui/password-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { keepLink } from './opened-links.ts'

type VerificationFormProps = { code: string; onVerified: (verified: { email: string }) => void }

/** Shown if several sign-ups have the same address. The password tells the server which of them is the user's. */
export function VerificationForm({ code, onVerified }: VerificationFormProps) {
  const form = useForm({ password: password => (password ? null : accountTexts.passwordRequired) })
  const verifying = useMutation({
    mutationFn: ({ password }: { password: string }) => verify({ code, password }),
    onSuccess: onVerified,
  })

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(verifying)}>
      <p role="status">{accountPageTexts.severalSignUps}</p>
      <PasswordField
        label={accountTexts.password}
        autoComplete="current-password"
        {...form.field('password')}
      />
      {verifying.isError && <AlertText error={verificationText(verifying.error)} />}
      <Button type="submit" pending={verifying.isPending}>
        {accountPageTexts.verifyEmail}
      </Button>
    </form>
  )
}

/** Keeps the invitation that waits for the address, which the pages before the sign-in then show. */
export async function verify(body: { code: string; password?: string }): Promise<{ email: string }> {
  const { email, invitation } = await call(verifyEmail, { body })
  if (invitation) keepLink(invitation.code, invitation.isWanted)
  return { email }
}
