import accountPageTexts from 'texts:account-pages'
import { minPasswordLength, newPassword } from '@grouplight/contract/account.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { schemaRule } from '#ui/use-form.ts'

type Passwords = { password: string; confirmation: string }

/** The rules of `NewPasswordFields`. The password itself is checked only if the two passwords are equal. */
export const newPasswordRules = (textIfDifferent: string) => ({
  password: (password: string, { confirmation }: Passwords) =>
    password === confirmation ? schemaRule(newPassword)(password) : null,
  confirmation: (confirmation: string, { password }: Passwords) =>
    password === confirmation ? null : textIfDifferent,
})

type NewPasswordFieldsProps = {
  label: string
  disabled?: boolean
  field: (name: keyof Passwords) => { name: string; error: string | undefined; onInput: () => void }
}

export function NewPasswordFields({ label, disabled, field }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        hint={accountPageTexts.passwordHint({ min: minPasswordLength })}
        autoComplete="new-password"
        disabled={disabled}
        {...field('password')}
      />
      <PasswordField
        label={accountPageTexts.confirmPassword}
        autoComplete="new-password"
        disabled={disabled}
        {...field('confirmation')}
      />
    </>
  )
}
