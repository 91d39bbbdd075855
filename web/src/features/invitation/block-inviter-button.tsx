import invitationDialogTexts from 'texts:invitation-dialogs'
import { blockInviter } from '@grouplight/contract/invitation-block.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { Phrase } from '#texts/phrase.tsx'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'
import { receivedInvitationsQuery } from './invitation-queries.ts'
import { invitationBlocksQuery } from './invite-link-queries.ts'
import classes from './received-invitations.module.css'

type BlockInviterButtonProps = { invitationId: string; inviter: string; onBlocked: () => void }

export function BlockInviterButton({ invitationId, inviter, onBlocked }: BlockInviterButtonProps) {
  const blocking = useMutation({
    mutationFn: () => call(blockInviter, { params: { invitationId } }),
    onSuccess: (blocks, _, __, { client }) => {
      client.setQueryData(invitationBlocksQuery.queryKey, blocks)
      showToast('success', <Phrase text={invitationDialogTexts.inviterBlocked} name={<bdi>{inviter}</bdi>} />)
      onBlocked()
    },
    onError: error =>
      showToast('error', invitationDialogTexts.inviterNotBlocked({ why: problemText(error) })),
    onSettled: (_, __, ___, ____, { client }) => void client.invalidateQueries(receivedInvitationsQuery),
  })
  return (
    <Button
      variant="subtle"
      className={classes.block}
      pending={blocking.isPending}
      onClick={() => blocking.mutate()}
    >
      <span>
        <Phrase text={invitationDialogTexts.blockInviter} name={<bdi>{inviter}</bdi>} />
      </span>
    </Button>
  )
}
