import callTexts from 'texts:call'
import type { Call } from '@grouplight/contract/call.ts'
import type { Group } from '@grouplight/contract/group.ts'
import { useId, useRef } from 'react'
import { useAccount } from '#features/account/account-queries.ts'
import { Phrase } from '#texts/phrase.tsx'
import { Button } from '#ui/button.tsx'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import { AskerButtons, WithdrawButton } from './asker-buttons.tsx'
import { useAnswer } from './call-changes.ts'
import { Names, Outcome, Question, WhoCan } from './call-text.tsx'
import classes from './calls.module.css'
import { OwnAnswer } from './own-answer.tsx'
import { useAnsweredNotification } from './use-answered-notification.ts'

export type CallGroup = Pick<Group, 'id' | 'createdBy' | 'deputies' | 'memberCount' | 'calls'>

type CallLineProps = {
  group: CallGroup
  call: Call
  /** Whether the user may withdraw what others have asked. */
  mayWithdraw: boolean
  isLarge: boolean
}

/** Until the server has answered, the line shows the user's answer as if it had been sent. */
export function CallLine({ group, call, mayWithdraw, isLarge }: CallLineProps) {
  const { uid } = useAccount()
  const id = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  const onFocus = useLostFocus(box)
  const about = { groupId: group.id, callId: call.id }
  const answering = useAnswer(about)
  const isAsker = call.asker.userId === uid
  const can = answering.isPending ? answering.variables.can : (call.answer?.can ?? null)
  const answer = (next: boolean | null) => answering.mutate({ can: next })
  const others = call.who?.filter(({ userId }) => userId !== uid) ?? []
  useAnsweredNotification(call.id, Boolean(call.answer ?? call.outcome))
  const hasWords = call.who?.some(({ words }) => words) ?? false
  const mayTakeBack = can === true && !(call.outcome && Date.parse(call.endsAt) <= Date.now())

  return (
    <fieldset
      ref={box}
      aria-labelledby={id}
      tabIndex={-1}
      className={classes.call}
      data-large={isLarge || undefined}
      onFocus={onFocus}
    >
      {call.outcome ? (
        <Outcome id={id} call={call} knowsWho={isAsker || can === true} />
      ) : can === false ? (
        <p id={id} className={classes.quiet}>
          {callTexts.saidCannot}
        </p>
      ) : (
        <Question id={id} call={call} />
      )}
      {isAsker && (!call.outcome || hasWords) && <WhoCan who={call.who ?? []} />}
      {mayTakeBack && (
        <OwnAnswer about={about} words={call.answer?.words} onTakeBack={() => answer(null)}>
          {!call.outcome && others.length > 0 && (
            <p className={classes.quiet}>
              <Phrase text={callTexts.withYou} names={<Names of={others} />} />
            </p>
          )}
        </OwnAnswer>
      )}
      {!isAsker && !call.outcome && can === null && (
        <div className={classes.answers}>
          <Button aria-describedby={id} onClick={() => answer(true)}>
            {callTexts.iCan}
          </Button>
          <Button variant="default" aria-describedby={id} onClick={() => answer(false)}>
            {callTexts.iCannot}
          </Button>
        </div>
      )}
      {!call.outcome && isAsker && <AskerButtons about={about} call={call} memberCount={group.memberCount} />}
      {!call.outcome && !isAsker && (can === false || mayWithdraw) && (
        <div className={classes.buttons}>
          {can === false && (
            <Button variant="default" onClick={() => answer(true)}>
              {callTexts.canAfterAll}
            </Button>
          )}
          {mayWithdraw && <WithdrawButton about={about} />}
        </div>
      )}
    </fieldset>
  )
}
