import ringingDialogTexts from 'texts:ringing-dialogs'
import { addWatch, type Watch } from '@grouplight/contract/watch.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { groupQuery } from '#features/group/group-queries.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Options, SelectField } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { minutesUntil, type WatchEnd, watchEnds } from './watch-end.ts'
import { watchesQuery, withWatch } from './watch-queries.ts'
import classes from './watches.module.css'

type AddWatchFormProps = {
  groupId: string
  others: { userId: string; name: string }[]
  watches: Watch[]
}

/** The choices include conditions that are already true, because availabilities change. The server refuses such conditions. */
export function AddWatchForm({ groupId, others, watches }: AddWatchFormProps) {
  const form = useForm({ wish: () => null, end: () => null })
  const firstWish = useFirstWish(groupId, others.length)
  const adding = useMutation({
    mutationFn: ({ wish, end }: { wish: string; end: string }) =>
      call(addWatch, {
        params: { groupId },
        body: { ...parsedWish(wish), forMinutes: minutesUntil(end as WatchEnd) },
      }),
    onSuccess: (added, _, __, { client }) =>
      client.setQueryData(watchesQuery(groupId).queryKey, (watches = []) => withWatch(watches, added)),
  })
  const isWaiting = watches.some(({ id }) => id === adding.data?.id)

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(adding)}
      onInput={() => !adding.isPending && adding.reset()}
    >
      <SelectField label={ringingDialogTexts['once.when']} defaultValue={firstWish} {...form.field('wish')}>
        <Options
          values={Array.from(others, (_, at) => at + 1)}
          text={needed => ringingDialogTexts['once.othersAvailable']({ count: needed })}
        />
        <optgroup label={ringingDialogTexts['once.members']}>
          {others.map(({ userId, name }) => (
            <option key={userId} value={memberPrefix + userId}>
              {ringingDialogTexts['once.memberAvailable']({ name })}
            </option>
          ))}
        </optgroup>
      </SelectField>
      <SelectField label={ringingDialogTexts['once.until']} defaultValue="endOfToday" {...form.field('end')}>
        <Options values={watchEnds} text={end => ringingDialogTexts[`once.${end}`]} />
      </SelectField>
      <Button type="submit" className={classes.submit} pending={adding.isPending}>
        {ringingDialogTexts['once.tellMe']}
      </Button>
      {adding.isError && <AlertText error={problemText(adding.error)} />}
      {isWaiting && <AlertText message={ringingDialogTexts['once.added']} />}
    </form>
  )
}

const memberPrefix = 'member '

function parsedWish(wish: string): { memberId: string } | { needed: number } {
  return wish.startsWith(memberPrefix)
    ? { memberId: wish.slice(memberPrefix.length) }
    : { needed: Number(wish) }
}

/**
 * Returns one more than the number of other members who are Available without an open question when the form opens, but at most
 * `othersCount`.
 */
function useFirstWish(groupId: string, othersCount: number): number {
  const queryClient = useQueryClient()
  const { uid } = useAccount()
  const [reached] = useState(
    () =>
      queryClient
        .getQueryData(groupQuery(groupId).queryKey)
        ?.members.filter(member => member.userId !== uid && member.status && !member.unconfirmedSince)
        .length ?? 0,
  )
  return Math.min(reached + 1, othersCount)
}
