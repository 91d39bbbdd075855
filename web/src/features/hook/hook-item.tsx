import hookTexts from 'texts:hook'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { problemText } from '#api/problem-text.ts'
import { dateFormat, localDay } from '#texts/date-format.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { ConfirmedRemoveButton, ItemButton, ItemName } from '#ui/list-item.tsx'
import classes from '#ui/section.module.css'
import type { Hook, HookApi } from './hook-api.ts'
import outcomeClasses from './hook-item.module.css'

type HookItemProps = { hook: Hook; api: HookApi; onRemoved: () => void }

export function HookItem({ hook, api, onRemoved }: HookItemProps) {
  const { id: hookId, name, kind, host, createdAt, offAt, outcomes } = hook
  const id = useId()
  const queryClient = useQueryClient()
  const refetch = () => queryClient.invalidateQueries(api.query)
  const testing = useMutation({
    mutationFn: () => api.test(hookId),
    onSuccess: tested =>
      queryClient.setQueryData(api.query.queryKey, hooks =>
        hooks?.map(other => (other.id === hookId ? tested : other)),
      ),
    onError: refetch,
  })
  const removing = useMutation({
    mutationFn: () => api.remove(hookId),
    onSuccess: onRemoved,
    // Fetches the list also after an error, because a hook that was not found has been removed elsewhere.
    onSettled: refetch,
  })

  return (
    <li className={classes.item}>
      <div className={classes.grow}>
        <ItemName id={id}>{name}</ItemName>
        {offAt && <span className={`${classes.mark} ${outcomeClasses.off}`}>{hookTexts.off}</span>}
        <small className={classes.muted}>
          {hookTexts[`kinds.${kind}`]} · <bdi>{host}</bdi> · {hookTexts.since({ day: localDay(createdAt) })}
        </small>
        <small className={classes.muted}>{contentText(hook)}</small>
        {offAt && <small className={classes.muted}>{hookTexts.offSince({ day: localDay(offAt) })}</small>}
        <HookOutcomes outcomes={outcomes} />
      </div>
      <ItemButton nameId={id} isBusy={testing.isPending} onClick={() => testing.mutate()}>
        {testing.isPending ? hookTexts.testing : hookTexts.sendTest}
      </ItemButton>
      <ConfirmedRemoveButton
        nameId={id}
        isBusy={removing.isPending}
        title={hookTexts.removeHook}
        question={<Phrase text={hookTexts.removeQuestion} name={<bdi>{name}</bdi>} />}
        onClick={() => removing.mutate()}
      >
        {hookTexts.remove}
      </ConfirmedRemoveButton>
      {testing.isSuccess && <TestOutcome status={testing.data.outcomes[0]?.status ?? null} />}
      {testing.isError && <AlertText error={hookTexts.notTested({ why: problemText(testing.error) })} />}
      {removing.isError && <AlertText error={hookTexts.notRemoved({ why: problemText(removing.error) })} />}
    </li>
  )
}

function TestOutcome({ status }: { status: number | null }) {
  if (status === null) return <AlertText error={hookTexts.testUnanswered} />
  if (status < 200 || status > 299) return <AlertText error={hookTexts.testRefused({ status })} />
  return <AlertText message={hookTexts.testWorked({ status })} />
}

function contentText(hook: Hook): string {
  if ('tellsNames' in hook) {
    const counts = hook.tellsNames ? hookTexts.names : hookTexts.counts
    return hook.tellsCallTexts ? `${counts} · ${hookTexts.callTexts}` : counts
  }
  const contents = [
    hook.tellsNotifications && hookTexts.notifications,
    hook.tellsOwnStatus && hookTexts.ownStatus,
  ]
  return contents.filter(Boolean).join(' · ')
}

const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

function HookOutcomes({ outcomes }: Pick<Hook, 'outcomes'>) {
  if (outcomes.length === 0) return <small className={classes.muted}>{hookTexts.nothingSent}</small>
  return (
    <details className={outcomeClasses.outcomes}>
      <summary className={outcomeClasses.summary}>{hookTexts.outcomes}</summary>
      <ol className={outcomeClasses.list}>
        {outcomes.map(({ at, status }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two outcomes may have the same minute.
          <li key={index}>
            <time dateTime={at}>{moment(new Date(at))}</time> · {status ?? hookTexts.noAnswer}
          </li>
        ))}
      </ol>
    </details>
  )
}
