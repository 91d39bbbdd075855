import appTexts from 'texts:app'
import groupDialogTexts from 'texts:group-dialogs'
import { askingIntervals, setAskingInterval } from '@grouplight/contract/question.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Options, SelectField } from '#ui/field.tsx'
import type { GroupDetails } from './group-details.ts'
import { groupQuery } from './group-queries.ts'

/** Lets the creator choose the interval after which members are asked whether they are still Available. */
export function AskingChoice({ group }: { group: GroupDetails }) {
  const change = useMutation({
    scope: { id: `asking ${group.id}` },
    mutationFn: (minutes: number | null) =>
      call(setAskingInterval, { params: { groupId: group.id }, body: { minutes: minutes as Interval } }),
    // The mutation is pending until the group has been fetched again. Meanwhile the field shows the new choice.
    onSuccess: (_, __, ___, { client }) => client.invalidateQueries(groupQuery(group.id)),
  })
  const chosen = change.isPending ? change.variables : group.askingInterval
  return (
    <section>
      <SelectField
        label={groupDialogTexts.askAgain}
        hint={groupDialogTexts.askAgainHint}
        value={chosen ?? ''}
        onChange={({ target }) => change.mutate(Number(target.value) || null)}
      >
        <option value="">{groupDialogTexts.questionsOff}</option>
        <Options values={askingIntervals} text={hoursText} />
      </SelectField>
      {change.isError && <AlertText error={appTexts.changeFailed({ why: problemText(change.error) })} />}
    </section>
  )
}

type Interval = (typeof askingIntervals)[number] | null

export function hoursText(minutes: number): string {
  return groupDialogTexts.hours({ count: minutes / 60 })
}
