import profileTexts from 'texts:profile'
import { passkeyName } from '@grouplight/contract/passkey.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import classes from '#ui/form.module.css'
import { NameField } from '#ui/text-field.tsx'
import { schemaRule, useForm } from '#ui/use-form.ts'

type FormProps = {
  name: string
  submit: string
  action: { isPending: boolean; mutate: (name: string) => void; reset: () => void }
  error?: string | null
}

type PasskeyNameDialogProps = FormProps & { opened: boolean; title: string; onClose: () => void }

export function PasskeyNameDialog({ opened, title, onClose, ...form }: PasskeyNameDialogProps) {
  return (
    <Dialog opened={opened} title={title} onClose={onClose} size={420}>
      <PasskeyNameForm {...form} />
    </Dialog>
  )
}

function PasskeyNameForm({ name, submit, action, error }: FormProps) {
  const form = useForm({ name: schemaRule(passkeyName) })
  const naming = { ...action, mutate: (values: { name: string }) => action.mutate(values.name) }
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(naming)}>
      <NameField
        label={profileTexts.passkeyName}
        hint={profileTexts.passkeyNameHint}
        defaultValue={name}
        {...form.field('name')}
      />
      {error && <AlertText error={error} />}
      <Button type="submit" pending={action.isPending}>
        {submit}
      </Button>
    </form>
  )
}
