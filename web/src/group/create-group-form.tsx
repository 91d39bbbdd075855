import { parseEmail } from '@grouplight/contract/account.ts'
import { createGroup, groupDescription, groupName } from '@grouplight/contract/group.ts'
import { useMutation } from '@tanstack/react-query'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { t } from '#texts/texts.ts'
import { Button } from '#ui/button.tsx'
import { firstRefusal } from '#ui/first-refusal.ts'
import { NoticeText } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import classes from './group-form.module.css'
import { addGroup } from './group-queries.ts'
import { splitEmails } from './split-emails.ts'

/** Creates a group and invites people to it, all or nothing. */
export function CreateGroupForm({ onCreated }: { onCreated: () => void }) {
  const form = useForm({
    name: firstRefusal(groupName),
    description: firstRefusal(groupDescription),
    emails: malformedEmail,
  })
  const creation = useMutation({
    mutationFn: ({ emails, ...group }: { name: string; description: string; emails: string }) =>
      call(createGroup, { body: { ...group, inviteEmails: splitEmails(emails) } }),
    onSuccess: (group, _form, _, { client }) => {
      addGroup(client, group)
      onCreated()
    },
  })

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(creation)}>
      <TextField label={t.group.name} autoComplete="off" required {...form.field('name')} />
      <TextArea label={t.group.description} hint={t.ui.optional} {...form.field('description')} />
      <TextArea
        label={t.group.inviteMembers}
        hint={t.group.inviteHint}
        rows={2}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('emails')}
      />
      {creation.isError && <NoticeText error={t.group.notCreated(reason(creation.error))} />}
      <Button type="submit" aria-disabled={creation.isPending}>
        {creation.isPending ? t.group.creating : t.group.create}
      </Button>
    </form>
  )
}

function malformedEmail(text: string): string | null {
  const malformed = splitEmails(text).find(email => !parseEmail(email))
  return malformed ? t.group.notCreated(t.group.malformedEmail(malformed)) : null
}

function reason(error: unknown): string {
  if (problemCode(error) === 'unauthenticated') return t.group.mustBeLoggedIn
  return problemText(error)
}
