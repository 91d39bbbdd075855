import { displayName, updateAccount } from '@grouplight/contract/account.ts'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { firstRefusal } from '#ui/first-refusal.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { NoticeText } from '#ui/notice.tsx'
import { sessionQuery, useAccount } from './account-queries.ts'
import { InitialsAvatar } from './initials-avatar.tsx'
import classes from './profile-form.module.css'

/** One's own name, as all groups see it. The avatar follows what is typed. */
export function ProfileForm() {
  const queryClient = useQueryClient()
  const account = useAccount()
  const [typedName, setTypedName] = useState(account.displayName)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { displayName: account.displayName },
    validate: { displayName: firstRefusal(displayName) },
    onValuesChange: values => setTypedName(values.displayName),
  })
  const saving = useMutation({
    mutationFn: (body: { displayName: string }) => call(updateAccount, { body }),
    onSuccess: answer => queryClient.setQueryData(sessionQuery.queryKey, answer.account),
  })

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(values => !saving.isPending && saving.mutate(values), focusFirstError(form))}
    >
      <InitialsAvatar name={typedName.trim() || account.displayName} size={72} />
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
        description="Email cannot be changed"
        value={account.email}
        readOnly
        variant="filled"
      />
      {saving.isSuccess && <NoticeText message="Profile updated successfully!" />}
      {saving.isError && <NoticeText error="Failed to update profile" />}
      <Button type="submit" className={classes.save} aria-disabled={saving.isPending}>
        {saving.isPending ? 'Saving...' : 'Save Changes'}
      </Button>
    </form>
  )
}
