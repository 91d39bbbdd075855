import { inviteMembers } from '@grouplight/contract/invitation.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { invitationTexts } from '#texts/invitation/invitation-texts.ts'
import { t } from '#texts/texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { EmailEntries } from './email-entries.tsx'
import { sentInvitationsQuery } from './invitation-queries.ts'
import classes from './invite-dialog.module.css'
import {
  emptyDraft,
  filledEmails,
  type InviteDraft,
  type InviteErrors,
  validateDraft,
} from './invite-draft.ts'
import { InviteResult } from './invite-result.tsx'

type InviteFormProps = { groupId: string; draft: InviteDraft; onChange: (draft: InviteDraft) => void }

export function InviteForm({ groupId, draft, onChange }: InviteFormProps) {
  const [errors, setErrors] = useState<InviteErrors | null>(null)
  const sending = useMutation({
    mutationFn: () =>
      call(inviteMembers, {
        params: { groupId },
        body: { emails: filledEmails(draft), message: draft.message },
      }),
    onSuccess: ({ invited }, _, __, { client }) => {
      client.setQueryData(sentInvitationsQuery(groupId).queryKey, cached => cached && [...invited, ...cached])
      onChange(emptyDraft)
    },
  })

  function change(part: Partial<InviteDraft>) {
    setErrors(null)
    onChange({ ...draft, ...part })
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = validateDraft(draft)
    flushSync(() => setErrors(found))
    if (sending.isPending) return
    sending.reset()
    if (found) event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    else sending.mutate()
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <EmailEntries
        emails={draft.emails}
        removed={draft.removed}
        errors={errors?.emails ?? []}
        onChange={change}
      />
      <TextArea
        label={t.invitation.message}
        hint={t.ui.optional}
        value={draft.message}
        error={errors?.message ?? undefined}
        onChange={event => change({ message: event.target.value })}
      />
      {sending.isError && <AlertText error={invitationTexts.notSent(reason(sending.error))} />}
      {sending.isSuccess && <InviteResult {...sending.data} />}
      <Button type="submit" pending={sending.isPending}>
        {sending.isPending ? invitationTexts.sending : invitationTexts.send}
      </Button>
    </form>
  )
}

function reason(error: unknown): string {
  if (problemCode(error) === 'not-group-creator') return invitationTexts.onlyCreator
  return problemText(error)
}
