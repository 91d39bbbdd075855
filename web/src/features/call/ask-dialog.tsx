import callTexts from 'texts:call'
import groupTexts from 'texts:group'
import { openCall } from '@grouplight/contract/ask-around.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { rememberQuestion } from '#features/availability/last-choices.ts'
import { useGroup } from '#features/group/group-queries.ts'
import { refetchGroup } from '#features/group/group-store.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { clearDraft } from '#ui/draft.ts'
import form from '#ui/form.module.css'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import classes from './ask-form.module.css'
import { AskForm } from './ask-form.tsx'
import { bodyOf, draftName, useQuestion } from './question.ts'

type AskDialogProps = { groupId: string; opened: boolean; onClose: () => void }

export function AskDialog(props: AskDialogProps) {
  return (
    <Dialog opened={props.opened} title={groupTexts.askAround} size={420} onClose={props.onClose}>
      <Asking {...props} />
    </Dialog>
  )
}

/** So many phones ring only after a second tap. */
const many = 15

function Asking({ groupId, onClose }: AskDialogProps) {
  const { uid } = useAccount()
  const group = useGroup(groupId)
  const others = group?.members.filter(({ userId }) => userId !== uid) ?? []
  const available = others.filter(({ status }) => status).length
  const [question, change] = useQuestion(uid, groupId)
  const box = useRef<HTMLElement>(null)
  const onFocus = useLostFocus(box)
  const [isConfirming, setConfirming] = useState(false)
  // Nothing is sent to nobody: then the button asks everybody.
  const everybody = question.everybody || available === 0
  const count = everybody ? others.length : available
  const asking = useMutation({
    mutationFn: () => call(openCall, { params: { groupId }, body: bodyOf({ ...question, everybody }) }),
    onSuccess: ({ text }, _, __, { client }) => {
      rememberQuestion(uid, text)
      clearDraft(uid, draftName(groupId))
      onClose()
      void refetchGroup(client, groupId)
    },
    onError: () => setConfirming(false),
  })
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={classes.box}
      aria-label={groupTexts.askAround}
      onFocus={onFocus}
    >
      {isConfirming ? (
        <div className={form.form}>
          <p>{callTexts.willRing({ count })}</p>
          <Button pending={asking.isPending} onClick={() => asking.mutate()}>
            {callTexts.askPeople({ count })}
          </Button>
          <Button variant="subtle" onClick={() => setConfirming(false)}>
            {callTexts.back}
          </Button>
        </div>
      ) : (
        <AskForm
          question={question}
          available={available}
          all={others.length}
          isPending={asking.isPending}
          onChange={part => {
            asking.reset()
            change(part)
          }}
          onSubmit={() => (count < many ? asking.mutate() : setConfirming(true))}
        >
          {asking.isError && <AlertText error={callTexts.notAsked({ why: problemText(asking.error) })} />}
        </AskForm>
      )}
    </section>
  )
}
