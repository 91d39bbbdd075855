import appTexts from 'texts:app'
import invitationDialogTexts from 'texts:invitation-dialogs'
import refusalTexts from 'texts:refusal'
import type { Skipped } from '@grouplight/contract/group.ts'
import { inviteMembers, type SentInvitation } from '@grouplight/contract/invitation.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { TickIcon } from '#ui/icons.tsx'
import { EmailEntries } from './email-entries.tsx'
import { sentInvitationsQuery } from './invitation-queries.ts'
import {
  emptyDraft,
  filledEmails,
  type InviteDraft,
  type InviteErrors,
  validateDraft,
} from './invite-draft.ts'
import classes from './inviting.module.css'
import { skippedText } from './skipped-text.ts'

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
    <form className={classes.form} aria-labelledby="by-email" noValidate onSubmit={submit}>
      <h3 id="by-email">{invitationDialogTexts.byEmail}</h3>
      <EmailEntries
        emails={draft.emails}
        removed={draft.removed}
        errors={errors?.emails ?? []}
        onChange={change}
      />
      <TextArea
        label={invitationDialogTexts.message}
        hint={appTexts.optional}
        value={draft.message}
        error={errors?.message ?? undefined}
        onChange={event => change({ message: event.target.value })}
      />
      {sending.isError && <AlertText error={invitationDialogTexts.notSent({ why: reason(sending.error) })} />}
      {sending.isSuccess && <InviteResult {...sending.data} />}
      <Button type="submit" pending={sending.isPending}>
        {sending.isPending ? invitationDialogTexts.sending : invitationDialogTexts.send}
      </Button>
    </form>
  )
}

function reason(error: unknown): string {
  if (problemCode(error) === 'not-group-creator') return refusalTexts['not-group-creator.invite']
  return problemText(error)
}

type InviteResultProps = { invited: SentInvitation[]; skipped: Skipped[] }

function InviteResult({ invited, skipped }: InviteResultProps) {
  return (
    <div role="status" className={classes.result}>
      {invited.length > 0 && (
        <p className={classes.sent}>
          <TickIcon size={20} strokeWidth={2.4} />
          {invitationDialogTexts.sent({ count: invited.length })}
        </p>
      )}
      {skipped.map(each => (
        <p key={each.email}>{skippedText(each)}</p>
      ))}
    </div>
  )
}
