import accountTexts from 'texts:account'
import accountPageTexts from 'texts:account-pages'
import { displayName, parseEmail, signUp } from '@grouplight/contract/account.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { signUpText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import classes from '#ui/form.module.css'
import { EmailField, TextField } from '#ui/text-field.tsx'
import { schemaRule, useForm } from '#ui/use-form.ts'
import { NewPasswordFields, newPasswordRules } from './new-password.tsx'
import { isOfEmail, openedCode } from './opened-links.ts'

type SignUp = { displayName: string; email: string; password: string; confirmation: string }

type SignUpFormProps = {
  email: string | undefined
  /** Whether the address was invited, so that only this address gets the invitation. */
  isInvited: boolean
  onCreated: (created: { email: string; mailbox: string | null }) => void
}

export function SignUpForm({ email, isInvited, onCreated }: SignUpFormProps) {
  const form = useForm<keyof SignUp>({
    displayName: schemaRule(displayName),
    email: email => (parseEmail(email) ? null : accountTexts.invalidEmail),
    ...newPasswordRules(accountPageTexts.passwordsDiffer),
  })
  const attempt = useMutation({
    // The code of the invite link is kept after the sign-up. If the address already has an account, only a sign-in can use the code.
    mutationFn: ({ confirmation: _, ...body }: SignUp) =>
      call(signUp, { body: { ...body, code: codeOfLink() } }),
    onSuccess: ({ mailbox }, { email }) => onCreated({ email, mailbox }),
  })

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(attempt)}>
      <TextField
        label={accountPageTexts.displayName}
        autoComplete="name"
        required
        {...form.field('displayName')}
      />
      <EmailField
        label={accountTexts.email}
        hint={isInvited ? accountPageTexts.invitedAddress : undefined}
        known={email}
        readOnly={isInvited}
        {...form.field('email')}
      />
      <NewPasswordFields label={accountTexts.password} field={form.field} />
      {attempt.isError && <AlertText error={signUpText(attempt.error)} />}
      <Button type="submit" pending={attempt.isPending}>
        {accountPageTexts.createAccount}
      </Button>
    </form>
  )
}

/** The server knows the codes of emails without a sign-up. */
function codeOfLink(): string | undefined {
  const code = openedCode()
  return code && isOfEmail(code) ? undefined : code
}
