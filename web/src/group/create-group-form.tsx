import { parseEmail } from '@grouplight/contract/account.ts'
import { createGroup, groupDescription, groupName } from '@grouplight/contract/group.ts'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { firstRefusal } from '#ui/first-refusal.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { NoticeText } from '#ui/notice.tsx'
import classes from './group-form.module.css'
import { addGroup } from './group-queries.ts'
import { splitEmails } from './split-emails.ts'

/** Creates a group and invites people to it, all or nothing. */
export function CreateGroupForm({ onCreated }: { onCreated: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', description: '', emails: '' },
    validate: {
      name: firstRefusal(groupName),
      description: firstRefusal(groupDescription),
      emails: malformedEmail,
    },
  })
  const creation = useMutation({
    mutationFn: ({ name, description, emails }: typeof form.values) =>
      call(createGroup, { body: { name, description, inviteEmails: splitEmails(emails) } }),
    onSuccess: (group, _form, _, { client }) => {
      addGroup(client, group)
      onCreated()
    },
  })

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(
        values => void (creation.isPending || creation.mutate(values)),
        focusFirstError(form),
      )}
    >
      <TextInput
        label="Group Name"
        autoComplete="off"
        required
        withAsterisk={false}
        {...form.getInputProps('name')}
        key={form.key('name')}
      />
      <Textarea
        label="Description"
        description="Optional"
        rows={3}
        {...form.getInputProps('description')}
        key={form.key('description')}
      />
      <Textarea
        label="Invite Members"
        description="Optional. Email addresses, separated by commas"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        rows={2}
        {...form.getInputProps('emails')}
        key={form.key('emails')}
      />
      {creation.isError && <NoticeText error={`Failed to create group: ${reason(creation.error)}`} />}
      <Button type="submit" aria-disabled={creation.isPending}>
        {creation.isPending ? 'Creating...' : 'Create Group'}
      </Button>
    </form>
  )
}

function malformedEmail(text: string): string | null {
  const malformed = splitEmails(text).find(email => !parseEmail(email))
  return malformed ? `Failed to create group: Invalid email format: ${malformed}` : null
}

function reason(error: unknown): string {
  if (problemCode(error) === 'unauthenticated') return 'You must be logged in to create a group'
  return problemText(error)
}
