import { parseEmail } from '@grouplight/contract/account.ts'
import { sendPasswordResetResultSchema } from '@grouplight/contract/callable.ts'
import { useMutation } from '@tanstack/react-query'
import { CallableError, callFunction } from '#api/callable.ts'
import { resetEmailText } from '#api/problem-text.ts'
import { Button } from '#ui/button.tsx'
import { NoticeText } from '#ui/notice.tsx'
import classes from '#ui/plain-page.module.css'
import { TextField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'

export function ForgotPasswordForm({ onSent }: { onSent: () => void }) {
  const form = useForm({
    email: email => {
      if (!email.trim()) return 'Please enter your email address.'
      return parseEmail(email) ? null : 'Please enter a valid email address.'
    },
  })
  const sending = useMutation({
    mutationFn: ({ email }: { email: string }) => sendPasswordReset(email.trim()),
    onSuccess: onSent,
  })

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(sending)}>
      <TextField label="Email Address" type="email" autoComplete="email" required {...form.field('email')} />
      {sending.isError && <NoticeText error={resetEmailText(sending.error)} />}
      <Button type="submit" aria-disabled={sending.isPending}>
        {sending.isPending ? 'Sending...' : 'Send Reset Email'}
      </Button>
    </form>
  )
}

/** An answer without success counts as a failure, in the server's words. */
async function sendPasswordReset(email: string): Promise<void> {
  const { success, message } = await callFunction(
    'sendCustomPasswordReset',
    { email },
    sendPasswordResetResultSchema,
  )
  if (!success) throw new CallableError(message ? 'UNAVAILABLE' : 'INTERNAL', message)
}
