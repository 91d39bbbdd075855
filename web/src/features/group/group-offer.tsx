import appTexts from 'texts:app'
import groupDialogTexts from 'texts:group-dialogs'
import { acceptOffer, declineOffer } from '@grouplight/contract/group.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { Phrase } from '#texts/phrase.tsx'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'
import type { GroupDetails } from './group-details.ts'
import classes from './group-offer.module.css'
import { groupQuery, memberNamesQuery } from './group-queries.ts'
import { learnGroup } from './group-store.ts'

const answers = { accept: acceptOffer, decline: declineOffer }
const failures = { accept: groupDialogTexts.offerNotAccepted, decline: groupDialogTexts.offerNotDeclined }

export function GroupOffer({ group, onAnswered }: { group: GroupDetails; onAnswered: () => void }) {
  const { uid } = useAccount()
  const { data: members = [] } = useQuery(memberNamesQuery(group.id))
  const creator = members.find(({ userId }) => userId === group.createdBy)
  const answering = useMutation({
    mutationFn: (answer: keyof typeof answers) => call(answers[answer], { params: { groupId: group.id } }),
    onSuccess: (changed, answer, _, { client }) => {
      learnGroup(client, changed)
      if (answer === 'accept') showToast('success', groupDialogTexts.youAreAdmin({ group: changed.name }))
      onAnswered()
    },
    onError: (error, answer, _, { client }) => {
      showToast('error', failures[answer]({ why: problemText(error) }))
      void client.invalidateQueries(groupQuery(group.id))
    },
  })
  if (group.createdBy === uid) {
    const asked = members.find(({ userId }) => userId === group.offeredTo)
    return (
      <section className={`card ${classes.offer}`} aria-label={groupDialogTexts.offerTitle}>
        <p>
          <Phrase text={groupDialogTexts.youAsked} name={<bdi>{asked?.name ?? appTexts.user}</bdi>} />
        </p>
      </section>
    )
  }
  const submit = (answer: keyof typeof answers) => !answering.isPending && answering.mutate(answer)

  return (
    <section className={`card ${classes.offer}`} aria-label={groupDialogTexts.offerTitle}>
      <p>
        {group.createdBy ? (
          <Phrase text={groupDialogTexts.offerQuestion} name={<bdi>{creator?.name ?? appTexts.user}</bdi>} />
        ) : (
          groupDialogTexts.offeredVacant
        )}
      </p>
      <div className={classes.choices}>
        <Button variant="default" pending={answering.isPending} onClick={() => submit('decline')}>
          {groupDialogTexts.decline}
        </Button>
        <Button pending={answering.isPending} onClick={() => submit('accept')}>
          {groupDialogTexts.accept}
        </Button>
      </div>
    </section>
  )
}
