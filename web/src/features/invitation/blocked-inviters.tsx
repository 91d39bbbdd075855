import invitationDialogTexts from 'texts:invitation-dialogs'
import { unblockInviter } from '@grouplight/contract/invitation-block.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { nameOf } from '#features/group/shown-member.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import section from '#ui/section.module.css'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import classes from './blocked-inviters.module.css'
import { receivedInvitationsQuery } from './invitation-queries.ts'
import { invitationBlocksQuery } from './invite-link-queries.ts'

/** Appears if the user has a blocked inviter. Then stays until the user leaves the page, even if the list becomes empty. */
export function BlockedInviters() {
  const id = useId()
  const title = useRef<HTMLParagraphElement>(null)
  const onFocus = useLostFocus(title)
  const { data } = useQuery(invitationBlocksQuery)
  const inviters = data?.inviters ?? []
  const [hadInviters, setHadInviters] = useState(false)
  const allowing = useMutation({
    mutationFn: (userId: string) => call(unblockInviter, { params: { userId } }),
    onSuccess: (blocks, _, __, { client }) => {
      client.setQueryData(invitationBlocksQuery.queryKey, blocks)
      void client.invalidateQueries(receivedInvitationsQuery)
    },
  })
  if (inviters.length > 0 && !hadInviters) setHadInviters(true)
  if (!hadInviters) return null
  return (
    <section aria-labelledby={id} onFocus={onFocus}>
      <p id={id} ref={title} tabIndex={-1} className={classes.title}>
        {inviters.length > 0 ? invitationDialogTexts.blockedInviters : invitationDialogTexts.nobodyBlocked}
      </p>
      {inviters.length > 0 && (
        <ul className={`${section.list} ${classes.list}`} aria-labelledby={id}>
          {inviters.map(inviter => (
            <li key={inviter.userId} className={section.item}>
              <bdi id={`${id}${inviter.userId}`} className={section.grow}>
                {nameOf(inviter)}
              </bdi>
              <Button
                variant="default"
                aria-describedby={`${id}${inviter.userId}`}
                pending={allowing.isPending}
                onClick={() => allowing.mutate(inviter.userId)}
              >
                {invitationDialogTexts.allowAgain}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {allowing.isError && (
        <AlertText
          error={invitationDialogTexts.invitationsNotChanged({ why: problemText(allowing.error) })}
        />
      )}
    </section>
  )
}
