import { unblockInviter } from '@grouplight/contract/invitation-block.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { nameOf } from '#group/name-of.ts'
import { invitationTexts } from '#texts/invitation/invitation-texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { receivedInvitationsQuery } from './invitation-queries.ts'
import classes from './invitations-section.module.css'
import { invitationBlocksQuery } from './invite-link-queries.ts'

/** Lists the inviters whose invitations the user does not see. Shown only if there is one. */
export function BlockedInviters() {
  const id = useId()
  const title = useRef<HTMLParagraphElement>(null)
  const { data } = useQuery(invitationBlocksQuery)
  const allowing = useMutation({
    mutationFn: (userId: string) => call(unblockInviter, { params: { userId } }),
    onSuccess: (blocks, _, __, { client }) => {
      // The button disappears with its row.
      title.current?.focus()
      client.setQueryData(invitationBlocksQuery.queryKey, blocks)
      void client.invalidateQueries(receivedInvitationsQuery)
    },
  })
  if (!data || data.inviters.length === 0) return null
  return (
    <div>
      <p id={id} ref={title} tabIndex={-1} className={classes.label}>
        {invitationTexts.blockedInviters}
      </p>
      <ul className={classes.list} aria-labelledby={id}>
        {data.inviters.map(inviter => (
          <li key={inviter.userId} className={classes.inviter}>
            <bdi id={`${id}${inviter.userId}`}>{nameOf(inviter)}</bdi>
            <Button
              variant="default"
              aria-describedby={`${id}${inviter.userId}`}
              aria-disabled={allowing.isPending}
              onClick={() => !allowing.isPending && allowing.mutate(inviter.userId)}
            >
              {invitationTexts.allowAgain}
            </Button>
          </li>
        ))}
      </ul>
      {allowing.isError && (
        <AlertText error={invitationTexts.invitationsNotChanged(problemText(allowing.error))} />
      )}
    </div>
  )
}
