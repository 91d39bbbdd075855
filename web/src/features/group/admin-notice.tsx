import appTexts from 'texts:app'
import groupDialogTexts from 'texts:group-dialogs'
import { takeOverGroup } from '@grouplight/contract/group.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { Phrase } from '#texts/phrase.tsx'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'
import { useCountdown } from '#ui/use-now.ts'
import { CreatorAway, Moment } from './creator-away.tsx'
import type { GroupDetails } from './group-details.ts'
import classes from './group-offer.module.css'
import { GroupOffer } from './group-offer.tsx'
import { groupQuery, memberNamesQuery } from './group-queries.ts'
import { learnGroup } from './group-store.ts'

type AdminNoticeProps = {
  group: GroupDetails
  /** Called when the focused button disappears. */
  onAnswered: () => void
}

/** Says that somebody else may become the admin. It is shown to deputies, in a group without an admin and when a group is offered. */
export function AdminNotice(props: AdminNoticeProps) {
  const { offeredTo, takeOverFrom, createdBy } = props.group
  if (offeredTo) return <GroupOffer {...props} />
  if (takeOverFrom) return <NoAdmin {...props} from={Date.parse(takeOverFrom)} />
  return createdBy && <CreatorAway {...props} createdBy={createdBy} />
}

/** For some days, only the deputy of the longest standing may take the group over. */
function NoAdmin({ group, onAnswered, from }: AdminNoticeProps & { from: number }) {
  const { data: members = [] } = useQuery(memberNamesQuery(group.id))
  const { uid } = useAccount()
  const [first] = group.deputies ?? []
  const isEarly = useCountdown(first && first !== uid ? from : null, 60_000) > 0
  const taking = useMutation({
    mutationFn: () => call(takeOverGroup, { params: { groupId: group.id } }),
    onSuccess: (changed, _, __, { client }) => {
      learnGroup(client, changed)
      showToast('success', groupDialogTexts.youAreAdmin({ group: changed.name }))
      onAnswered()
    },
    onError: (error, _, __, { client }) => {
      showToast('error', problemText(error))
      void client.invalidateQueries(groupQuery(group.id))
    },
  })
  return (
    <section className={`card ${classes.offer}`} aria-label={groupDialogTexts.noAdmin}>
      <p>{groupDialogTexts.noAdmin}</p>
      {isEarly ? (
        <p>
          <Phrase
            text={groupDialogTexts.deputyFirst}
            name={<bdi>{members.find(({ userId }) => userId === first)?.name ?? appTexts.user}</bdi>}
            time={<Moment at={from} />}
          />
        </p>
      ) : (
        <div className={classes.choices}>
          <Button pending={taking.isPending} onClick={() => taking.mutate()}>
            {groupDialogTexts.takeOver}
          </Button>
        </div>
      )}
    </section>
  )
}
