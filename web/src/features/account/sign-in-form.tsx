import accountTexts from 'texts:account'
import { parseEmail, signIn } from '@grouplight/contract/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { call, problemCode } from '#api/client.ts'
import { signInText } from '#api/problem-text.ts'
import { type Alert, AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import classes from '#ui/form.module.css'
import { PasswordField } from '#ui/password-field.tsx'
import { EmailField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { sessionQuery } from './account-queries.ts'
import { ResendVerification } from './other-sign-ins.ts'

/**
 * Shows `alert` until the form is first submitted. With a known address, the user needs to enter only the password. After the sign-in,
 * `GuestsOnly` opens the next page.
 */
export function SignInForm({ alert, email }: { alert: Alert; email: string | undefined }) {
  const queryClient = useQueryClient()
  const form = useForm({
    email: email => (parseEmail(email) ? null : accountTexts.invalidEmail),
    password: password => (password ? null : accountTexts.passwordRequired),
  })
  const attempt = useMutation({
    mutationFn: (body: { email: string; password: string }) => call(signIn, { body }),
    onSuccess: ({ account }) => queryClient.setQueryData(sessionQuery.queryKey, account),
  })
  const unverified = problemCode(attempt.error) === 'email-not-verified'

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(attempt)}>
      {!form.wasSubmitted && <AlertText {...alert} />}
      <EmailField
        label={accountTexts.email}
        autoComplete="email webauthn"
        known={email}
        {...form.field('email')}
      />
      <PasswordField
        ref={email === undefined ? undefined : takeFocus}
        data-page-focus={email !== undefined || undefined}
        label={accountTexts.password}
        autoComplete="current-password"
        {...form.field('password')}
      />
      {attempt.isError && !unverified && <AlertText error={signInText(attempt.error)} />}
      {unverified && (
        <ErrorBoundary fallback={<AlertText error={signInText(attempt.error)} />}>
          <Suspense>
            <ResendVerification
              key={attempt.submittedAt}
              email={attempt.variables?.email ?? ''}
              refusal={signInText(attempt.error)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
      <Button type="submit" pending={attempt.isPending}>
        {accountTexts.signIn}
      </Button>
    </form>
  )
}

function takeFocus(field: HTMLInputElement | null): void {
  if (!(document.activeElement instanceof HTMLInputElement)) field?.focus()
}
