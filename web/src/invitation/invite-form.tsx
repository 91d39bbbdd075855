import { inviteMembers } from '@grouplight/contract/invitation.ts'
import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { NoticeText } from '#ui/notice.tsx'
import { EmailEntries } from './email-entries.tsx'
import { sentInvitationsQuery } from './invitation-queries.ts'
import classes from './invite-dialog.module.css'
import { InviteOutcome } from './invite-outcome.tsx'
import { type InviteForm as Form, filledEmails } from './use-invite-form.ts'

/** Sends the invitations and tells what became of each; on a refusal everything written stays. */
export function InviteForm({ groupId, form }: { groupId: string; form: Form }) {
  const sending = useMutation({
    mutationFn: (values: typeof form.values) =>
      call(inviteMembers, {
        params: { groupId },
        body: { emails: filledEmails(values), message: values.message },
      }),
    onSuccess: ({ invited }, _values, _, { client }) => {
      client.setQueryData(sentInvitationsQuery(groupId).queryKey, held => held && [...invited, ...held])
      form.reset()
    },
  })

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(
        values => void (sending.isPending || sending.mutate(values)),
        focusFirstError(form),
      )}
    >
      <EmailEntries form={form} />
      <Textarea label="Message" description="Optional" rows={3} {...form.getInputProps('message')} />
      {sending.isError && <NoticeText error={`Failed to send invites: ${reason(sending.error)}`} />}
      {sending.isSuccess && <InviteOutcome {...sending.data} />}
      <Button type="submit" aria-disabled={sending.isPending}>
        {sending.isPending ? 'Sending...' : 'Send Invites'}
      </Button>
    </form>
  )
}

function reason(error: unknown): string {
  if (problemCode(error) === 'not-group-creator') return 'Only the group creator can send invitations'
  return problemText(error)
}
