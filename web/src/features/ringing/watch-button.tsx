import ringingDialogTexts from 'texts:ringing-dialogs'
import { useQuery } from '@tanstack/react-query'
import { problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { BellIcon } from '#ui/icons.tsx'
import { useNow } from '#ui/use-now.ts'
import classes from './follow-button.module.css'
import { endText, minutesUntil } from './watch-end.ts'
import { useAddWatch, useRemoveWatch, watchesQuery } from './watch-queries.ts'

type WatchButtonProps = { groupId: string; memberId: string; name: string; isAvailable: boolean }

/** Waits for the member until the end of today. Another tap ends this. */
export function WatchButton({ groupId, memberId, name, isAvailable }: WatchButtonProps) {
  const now = useNow()
  const { data: watches } = useQuery(watchesQuery(groupId))
  const adding = useAddWatch(groupId)
  const removing = useRemoveWatch(groupId)
  const watch = watches?.find(one => one.memberId === memberId && Date.parse(one.endsAt) > now)
  if (isAvailable)
    return (
      <p className={classes.hint} role="status">
        <Phrase text={ringingDialogTexts['once.isAvailable']} name={<bdi>{name}</bdi>} />
      </p>
    )
  // The page may not have learned yet that the member is available.
  const error = problemCode(adding.error) === 'watch-fulfilled' ? removing.error : adding.error
  return (
    <>
      <Button
        variant="default"
        className={classes.follow}
        icon={<BellIcon />}
        aria-pressed={watch !== undefined}
        pending={adding.isPending || removing.isPending || !watches}
        onClick={() =>
          watch
            ? removing.mutate(watch.id)
            : adding.mutate({ memberId, forMinutes: minutesUntil('endOfToday') })
        }
      >
        <span>
          <Phrase text={ringingDialogTexts['once.tellMeWhen']} name={<bdi>{name}</bdi>} />
        </span>
      </Button>
      <p className={classes.hint} role="status">
        {watch && `${ringingDialogTexts['once.added']} (${endText(watch.endsAt, now)})`}
      </p>
      {error && <AlertText error={problemText(error)} />}
    </>
  )
}
