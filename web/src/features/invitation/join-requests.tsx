import invitationDialogTexts from 'texts:invitation-dialogs'
import { admitToGroup, declineJoinRequest, type JoinRequest } from '@grouplight/contract/invite-link.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { groupQuery } from '#features/group/group-queries.ts'
import { nameOf } from '#features/group/shown-member.ts'
import { localDay } from '#texts/date-format.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import section from '#ui/section.module.css'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import { joinRequestsQuery } from './invite-link-queries.ts'
import classes from './invite-links.module.css'

/** Stays after all requests are answered, because the focus moves to its heading. */
export function JoinRequests({ groupId }: { groupId: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const onFocus = useLostFocus(heading)
  const { data, isError } = useQuery(joinRequestsQuery(groupId))
  const requests = data ?? []
  const [hadRequests, setHadRequests] = useState(false)
  if (requests.length > 0 && !hadRequests) setHadRequests(true)
  if (!data && isError) return <AlertText error={invitationDialogTexts.requestsNotLoaded} />
  if (!hadRequests) return null
  return (
    <section className={classes.requests} aria-labelledby="asked-to-join" onFocus={onFocus}>
      <h3 id="asked-to-join" ref={heading} tabIndex={-1} data-autofocus={requests.length > 0 || undefined}>
        {invitationDialogTexts.askedToJoin}
      </h3>
      {requests.length === 0 && <p className={classes.hint}>{invitationDialogTexts.nobodyAsks}</p>}
      <ul className={`${section.list} ${classes.list}`}>
        {requests.map(request => (
          <JoinRequestItem key={request.userId} groupId={groupId} request={request} />
        ))}
      </ul>
    </section>
  )
}

const answers = { letIn: admitToGroup, decline: declineJoinRequest }
const failures = { letIn: invitationDialogTexts.notLetIn, decline: invitationDialogTexts.requestNotDeclined }
type Answer = keyof typeof answers

function JoinRequestItem({ groupId, request }: { groupId: string; request: JoinRequest }) {
  const { userId, askedAt } = request
  const id = useId()
  const answering = useMutation({
    mutationFn: (answer: Answer) => call(answers[answer], { params: { groupId, userId } }),
    onSuccess: (_, answer, __, { client }) => {
      client.setQueryData(joinRequestsQuery(groupId).queryKey, cached =>
        cached?.filter(other => other.userId !== userId),
      )
      if (answer === 'letIn') void client.invalidateQueries(groupQuery(groupId))
    },
    onError: (_, __, ___, { client }) => void client.invalidateQueries(joinRequestsQuery(groupId)),
  })
  const submit = (answer: Answer) => !answering.isPending && answering.mutate(answer)
  return (
    <li className={section.item}>
      <div className={`${section.grow} ${classes.about}`}>
        <bdi id={id} className={classes.label}>
          {nameOf(request)}
        </bdi>
        <small className={section.muted}>
          <Phrase
            text={invitationDialogTexts.askedOn}
            day={<time dateTime={askedAt}>{localDay(askedAt)}</time>}
          />
        </small>
      </div>
      <Button
        variant="default"
        aria-describedby={id}
        pending={answering.isPending}
        onClick={() => submit('decline')}
      >
        {invitationDialogTexts.decline}
      </Button>
      <Button aria-describedby={id} pending={answering.isPending} onClick={() => submit('letIn')}>
        {invitationDialogTexts.letIn}
      </Button>
      {answering.isError && (
        <AlertText error={failures[answering.variables]({ why: problemText(answering.error) })} />
      )}
    </li>
  )
}
