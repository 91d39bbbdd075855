import { displayName, newPassword, parseEmail, signUp } from '@grouplight/contract/account.ts'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { signUpText } from '#api/problem-text.ts'
import { firstRefusal } from '#ui/first-refusal.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { NoticeText } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import classes from './auth-page.module.css'

const initialValues = { displayName: '', email: '', password: '', confirmation: '' }

/** Creates an account. That the two passwords differ is told before that they are too short. */
export function SignUpForm({ onCreated }: { onCreated: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues,
    validate: {
      displayName: firstRefusal(displayName),
      email: email => (parseEmail(email) ? null : 'Invalid email address format.'),
      password: (password, { confirmation }) =>
        password === confirmation ? firstRefusal(newPassword)(password) : null,
      confirmation: (confirmation, { password }) =>
        password === confirmation ? null : 'The passwords do not match',
    },
  })
  const attempt = useMutation({
    mutationFn: ({ confirmation: _, ...body }: typeof initialValues) => call(signUp, { body }),
    onSuccess: onCreated,
  })

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(values => !attempt.isPending && attempt.mutate(values), focusFirstError(form))}
    >
      <TextInput
        label="Display Name"
        autoComplete="name"
        required
        {...form.getInputProps('displayName')}
        key={form.key('displayName')}
      />
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
        description="At least 6 characters"
        autoComplete="new-password"
        required
        {...form.getInputProps('password')}
        key={form.key('password')}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        required
        {...form.getInputProps('confirmation')}
        key={form.key('confirmation')}
      />
      {attempt.isError && <NoticeText error={signUpText(attempt.error)} />}
      <Button type="submit" aria-disabled={attempt.isPending}>
        Create Account
      </Button>
    </form>
  )
}
