import { removeWatch, type Watch } from '@grouplight/contract/watch.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { Phrase } from '#texts/phrase.tsx'
import { watchTexts } from '#texts/watch/watch-texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { RemoveButton } from '#ui/list-item.tsx'
import section from '#ui/section.module.css'
import classes from './tell-me-once.module.css'
import { endText } from './watch-end.ts'
import { watchesQuery } from './watch-queries.ts'

type WatchItemProps = { watch: Watch; memberName: string | undefined; now: number }

export function WatchItem({ watch, memberName, now }: WatchItemProps) {
  const id = useId()
  const queryClient = useQueryClient()
  const { queryKey } = watchesQuery(watch.groupId)
  const removing = useMutation({
    mutationFn: () => call(removeWatch, { params: { watchId: watch.id } }),
    onSuccess: () =>
      queryClient.setQueryData(queryKey, watches => watches?.filter(({ id }) => id !== watch.id)),
    onError: error => {
      if (problemCode(error) === 'watch-not-found') return queryClient.invalidateQueries({ queryKey })
    },
  })

  return (
    <li className={section.item}>
      <div className={`${section.grow} ${classes.about}`}>
        <span id={id} className={classes.wish}>
          {watch.needed === null ? (
            <Phrase text={watchTexts.memberAvailable} name={<bdi>{memberName}</bdi>} />
          ) : (
            watchTexts.othersAvailable(watch.needed)
          )}
        </span>
        <small className={classes.hint}>{endText(watch.endsAt, now, watchTexts)}</small>
      </div>
      <RemoveButton nameId={id} isBusy={removing.isPending} onClick={() => removing.mutate()}>
        {watchTexts.remove}
      </RemoveButton>
      {removing.isError && <AlertText error={problemText(removing.error)} />}
    </li>
  )
}
