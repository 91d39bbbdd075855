import { askingIntervals } from '@grouplight/contract/question.ts'
import { problemText } from '#api/problem-text.ts'
import { hoursText } from '#group/asking-choice.tsx'
import { enoughTexts } from '#texts/enough/enough-texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useQuestionSettingsChange } from './question-queries.ts'

type OwnAskingChoiceProps = { groupId: string; groupInterval: number | undefined; own: number | null }

/** An interval that is not shorter than the group's interval has no effect, so it is listed only if the user has already chosen it. */
export function OwnAskingChoice({ groupId, groupInterval, own }: OwnAskingChoiceProps) {
  const change = useQuestionSettingsChange(groupId)
  const chosen = (change.isPending ? change.variables.askingInterval : own) ?? null
  const offered = askingIntervals.filter(
    minutes => minutes === chosen || minutes < (groupInterval ?? Infinity),
  )
  return (
    <>
      <SelectField
        label={enoughTexts.askMeAgain}
        hint={enoughTexts.askMeAgainHint}
        value={chosen ?? ''}
        onChange={({ target }) =>
          change.mutate({ askingInterval: offered.find(minutes => minutes === Number(target.value)) ?? null })
        }
      >
        <option value="">
          {groupInterval === undefined ? enoughTexts.off : enoughTexts.asGroup(hoursText(groupInterval))}
        </option>
        {offered.map(minutes => (
          <option key={minutes} value={minutes}>
            {hoursText(minutes)}
          </option>
        ))}
      </SelectField>
      {change.isError && <AlertText error={enoughTexts.notChanged(problemText(change.error))} />}
    </>
  )
}
