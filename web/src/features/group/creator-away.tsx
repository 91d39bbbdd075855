import appTexts from 'texts:app'
import groupDialogTexts from 'texts:group-dialogs'
import { askToTakeOver, readTakeOver, type TakeOver } from '@grouplight/contract/group.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { dateFormat } from '#texts/date-format.ts'
import { Phrase } from '#texts/phrase.tsx'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'
import type { GroupDetails } from './group-details.ts'
import classes from './group-offer.module.css'
import { memberNamesQuery, takeOverKey } from './group-queries.ts'

const dayAndTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

export function Moment({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{dayAndTime(new Date(at))}</time>
}

type CreatorAwayProps = { group: GroupDetails; createdBy: string; onAnswered: () => void }

/** For deputies. Shows nothing unless the creator has been away for long. */
export function CreatorAway({ group, createdBy, onAnswered }: CreatorAwayProps) {
  const params = { groupId: group.id }
  const queryKey = takeOverKey(group.id)
  const { data: takeOver } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(readTakeOver, { params, signal }),
  })
  const { data: members = [] } = useQuery(memberNamesQuery(group.id))
  const nameOf = (id: string) => members.find(({ userId }) => userId === id)?.name ?? appTexts.user
  const asking = useMutation({
    mutationFn: () => call(askToTakeOver, { params }),
    onSuccess: (changed, _, __, { client }) => {
      client.setQueryData(queryKey, changed)
      onAnswered()
    },
    onError: (error, _, __, { client }) => {
      showToast('error', problemText(error))
      void client.invalidateQueries({ queryKey })
    },
  })
  if (!takeOver?.isCreatorAway) return null
  const awayForLong = groupDialogTexts.awayForLong({ name: nameOf(createdBy) })
  return (
    <section className={`card ${classes.offer}`} aria-label={awayForLong}>
      <p>
        <Phrase text={groupDialogTexts.awayForLong} name={<bdi>{nameOf(createdBy)}</bdi>} />
      </p>
      {takeOver.asked ? (
        <Asked asked={takeOver.asked} nameOf={nameOf} />
      ) : (
        <div className={classes.choices}>
          <Button variant="default" pending={asking.isPending} onClick={() => asking.mutate()}>
            {groupDialogTexts.askToTakeOver}
          </Button>
        </div>
      )}
    </section>
  )
}

type AskedProps = { asked: NonNullable<TakeOver['asked']>; nameOf: (userId: string) => string }

function Asked({ asked, nameOf }: AskedProps) {
  const { uid } = useAccount()
  const time = <Moment at={Date.parse(asked.at)} />
  return (
    <p>
      {asked.userId === uid ? (
        <Phrase text={groupDialogTexts.youAskedFirst} time={time} />
      ) : (
        <Phrase text={groupDialogTexts.otherAsked} name={<bdi>{nameOf(asked.userId)}</bdi>} time={time} />
      )}
    </p>
  )
}
