import { parseEmail, signIn } from '@grouplight/contract/account.ts'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, problemCode } from '#api/client.ts'
import { signInText } from '#api/problem-text.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { NoticeText } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { sessionQuery } from './account-queries.ts'
import classes from './auth-page.module.css'
import { ResendVerification } from './resend-verification.tsx'

/** Signs in. Where it leads is the guard's: as soon as there is a session, the guests' pages go to the dashboard. */
export function SignInForm() {
  const queryClient = useQueryClient()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: email => (parseEmail(email) ? null : 'Invalid email address format.'),
      password: password => (password ? null : 'Password is required.'),
    },
  })
  const attempt = useMutation({
    mutationFn: (body: { email: string; password: string }) => call(signIn, { body }),
    onSuccess: ({ account }) => queryClient.setQueryData(sessionQuery.queryKey, account),
  })
  const unverified = problemCode(attempt.error) === 'email-not-verified'

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(values => !attempt.isPending && attempt.mutate(values), focusFirstError(form))}
    >
      <TextInput
        label="Email"
        type="email"
        autoComplete="email"
        required
        {...form.getInputProps('email')}
        key={form.key('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        {...form.getInputProps('password')}
        key={form.key('password')}
      />
      {attempt.isError && <NoticeText error={signInText(attempt.error)} />}
      {unverified && <ResendVerification key={attempt.submittedAt} email={attempt.variables?.email ?? ''} />}
      <Button type="submit" aria-disabled={attempt.isPending}>
        Sign In
      </Button>
    </form>
  )
}
