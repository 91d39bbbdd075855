import accountTexts from 'texts:account'
import appTexts from 'texts:app'
import operatorTexts from 'texts:operator'
import profileTexts from 'texts:profile'
import { displayName, parseEmail } from '@grouplight/contract/account.ts'
import { addUserByOperator } from '@grouplight/contract/operator.ts'
import { call } from '#api/client.ts'
import { errorText } from '#features/account/confirmation/with-confirmation.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import classes from '#ui/form.module.css'
import { EmailField, NameField } from '#ui/text-field.tsx'
import { schemaRule, useForm } from '#ui/use-form.ts'
import type { PersonLink } from './person-link.tsx'
import { useSiteChange } from './site-queries.ts'

/** Works with any setting of who can sign up. */
export function AddPersonForm({ onAdded }: { onAdded: (person: PersonLink) => void }) {
  const form = useForm({
    displayName: name => (name.trim() ? schemaRule(displayName)(name) : null),
    email: email => (parseEmail(email) ? null : accountTexts.invalidEmail),
  })
  const adding = useSiteChange(async ({ email, displayName }: { email: string; displayName: string }) => {
    const body = { email, ...(displayName.trim() && { displayName }) }
    const { url } = await call(addUserByOperator, { body })
    onAdded({ name: email, url, sets: 'password' })
  })
  const failed = errorText(adding.error)
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(adding)}>
      <EmailField label={operatorTexts.email} autoComplete="off" {...form.field('email')} />
      <NameField
        label={operatorTexts.name}
        hint={appTexts.optional}
        required={false}
        {...form.field('displayName')}
      />
      {failed && <AlertText error={failed} />}
      <Button type="submit" pending={adding.isPending}>
        {profileTexts.add}
      </Button>
    </form>
  )
}
