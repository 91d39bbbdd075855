import accountPageTexts from 'texts:account-pages'
import { parseEmail } from '@grouplight/contract/account.ts'
import { sendPasswordResetResultSchema } from '@grouplight/contract/callable.ts'
import { useMutation } from '@tanstack/react-query'
import { CallableError, callFunction } from '#api/callable.ts'
import { resetEmailText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import classes from '#ui/form.module.css'
import { EmailField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'

type ForgotPasswordFormProps = { email: string | undefined; onSent: () => void }

export function ForgotPasswordForm({ email, onSent }: ForgotPasswordFormProps) {
  const form = useForm({
    email: email => {
      if (!email.trim()) return accountPageTexts.enterEmail
      return parseEmail(email) ? null : accountPageTexts.enterValidEmail
    },
  })
  const sending = useMutation({
    mutationFn: ({ email }: { email: string }) => sendPasswordReset(email.trim()),
    onSuccess: onSent,
  })

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(sending)}>
      <EmailField label={accountPageTexts.emailAddress} known={email} {...form.field('email')} />
      {sending.isError && <AlertText error={resetEmailText(sending.error)} />}
      <Button type="submit" pending={sending.isPending}>
        {sending.isPending ? accountPageTexts.sending : accountPageTexts.sendReset}
      </Button>
    </form>
  )
}

async function sendPasswordReset(email: string): Promise<void> {
  const { success, message } = await callFunction(
    'sendCustomPasswordReset',
    { email },
    sendPasswordResetResultSchema,
  )
  if (!success) throw new CallableError(message ? 'UNAVAILABLE' : 'INTERNAL', message)
}
