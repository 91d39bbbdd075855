import availabilityTexts from 'texts:availability'
import availabilityDialogTexts from 'texts:availability-dialogs'
import { confirmAvailability } from '@grouplight/contract/question.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { groupQuery } from '#features/group/group-queries.ts'
import { learnOwnAvailability } from '#features/group/group-store.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'
import { useSetAvailability } from './set-availability.ts'
import classes from './still-available-question.module.css'

type StillAvailableQuestionProps = {
  groupId: string
  /** Gets the focus if the question disappears while one of its buttons has the focus. */
  row: RefObject<HTMLElement | null>
  children: ReactNode
}

export function StillAvailableQuestion({ groupId, row, children }: StillAvailableQuestionProps) {
  const id = useId()
  const question = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const section = question.current
    return () => {
      if (section?.contains(document.activeElement)) row.current?.focus()
    }
  }, [row])
  const setAvailability = useSetAvailability(groupId)
  const { uid: userId } = useAccount()
  const confirming = useMutation({
    mutationFn: () => call(confirmAvailability, { params: { groupId }, query: { userId } }),
    onSuccess: (answer, _, __, { client }) => learnOwnAvailability(client, answer),
    onError: (error, _, __, { client }) => {
      showToast('error', availabilityTexts.notChanged({ why: problemText(error) }))
      void client.invalidateQueries(groupQuery(groupId))
    },
  })
  return (
    <section ref={question} className={classes.question} aria-labelledby={id}>
      <div>
        <p id={id} className={classes.title}>
          {availabilityDialogTexts.stillAvailable}
        </p>
        {children}
      </div>
      <div className={classes.answers}>
        <Button variant="default" onClick={() => setAvailability({ status: false })}>
          {availabilityDialogTexts.notAnyMore}
        </Button>
        <Button pending={confirming.isPending} onClick={() => confirming.mutate()}>
          {availabilityDialogTexts.yes}
        </Button>
      </div>
    </section>
  )
}
