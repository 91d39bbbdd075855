import { acceptOffer, declineOffer } from '@grouplight/contract/group.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'
import type { GroupFacts } from './group-facts.ts'
import classes from './group-offer.module.css'
import { groupQuery, memberNamesQuery, replaceGroup } from './group-queries.ts'

const answers = { accept: acceptOffer, decline: declineOffer }

/** Asks whom the group is offered to whether they want to be its admin. */
export function GroupOffer({ group, onAnswered }: { group: GroupFacts; onAnswered: () => void }) {
  const { data: members = [] } = useQuery(memberNamesQuery(group.id))
  const creator = members.find(({ userId }) => userId === group.createdBy)
  const answering = useMutation({
    mutationFn: (answer: keyof typeof answers) => call(answers[answer], { params: { groupId: group.id } }),
    onSuccess: (changed, answer, _, { client }) => {
      replaceGroup(client, changed)
      if (answer === 'accept') showToast('success', `You are now the admin of ${changed.name}`)
      onAnswered()
    },
    onError: (error, answer, _, { client }) => {
      showToast('error', `Failed to ${answer} offer: ${problemText(error)}`)
      void client.invalidateQueries(groupQuery(group.id))
    },
  })
  const give = (answer: keyof typeof answers) => !answering.isPending && answering.mutate(answer)

  return (
    <section className={classes.offer} aria-label="Offer">
      <p>
        <bdi>{creator?.name ?? 'User'}</bdi> wants to hand over this group to you. If you accept, you are its
        admin.
      </p>
      <div className={classes.choices}>
        <Button variant="default" aria-disabled={answering.isPending} onClick={() => give('decline')}>
          Decline
        </Button>
        <Button aria-disabled={answering.isPending} onClick={() => give('accept')}>
          Accept
        </Button>
      </div>
    </section>
  )
}
