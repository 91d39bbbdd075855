import appTexts from 'texts:app'
import ringingDialogTexts from 'texts:ringing-dialogs'
import { type AskAgain, askingIntervals } from '@grouplight/contract/question.ts'
import { problemText } from '#api/problem-text.ts'
import { hoursText } from '#features/group/asking-choice.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Options, SelectField } from '#ui/field.tsx'
import { useQuestionSettingsChange } from './question-queries.ts'

type AskAgainChoiceProps = { groupId: string; groupInterval: number | undefined; own: AskAgain | null }

const asGroup = ''
const everyChoice = [false, true].flatMap(endsUnanswered =>
  askingIntervals.map(afterMinutes => ({ afterMinutes, endsUnanswered })),
)

/** A question that comes later than the group's has no effect, so it is listed only if the user has already chosen it. */
export function AskAgainChoice({ groupId, groupInterval = Infinity, own }: AskAgainChoiceProps) {
  const change = useQuestionSettingsChange(groupId)
  const chosen = (change.isPending ? change.variables.askAgain : own) ?? null
  const offered = everyChoice.filter(
    choice =>
      (chosen && keyOf(choice) === keyOf(chosen)) ||
      choice.afterMinutes < groupInterval ||
      (choice.endsUnanswered && choice.afterMinutes === groupInterval),
  )
  return (
    <div>
      <SelectField
        label={ringingDialogTexts.askMeAgain}
        hint={ringingDialogTexts.askMeAgainHint}
        value={chosen ? keyOf(chosen) : asGroup}
        onChange={({ target }) =>
          change.mutate({ askAgain: everyChoice.find(choice => keyOf(choice) === target.value) ?? null })
        }
      >
        <option value={asGroup}>
          {groupInterval === Infinity
            ? ringingDialogTexts.asGroupNever
            : ringingDialogTexts.asGroup({ hours: hoursText(groupInterval) })}
        </option>
        <Options values={offered.map(keyOf)} text={textOf} />
      </SelectField>
      {change.isError && <AlertText error={appTexts.changeFailed({ why: problemText(change.error) })} />}
    </div>
  )
}

function keyOf({ afterMinutes, endsUnanswered }: AskAgain): string {
  return `${endsUnanswered ? 'end' : 'ask'} ${afterMinutes}`
}

function textOf(key: string): string {
  const [kind, minutes] = key.split(' ')
  const hours = hoursText(Number(minutes))
  return kind === 'end' ? ringingDialogTexts.endAfter({ hours }) : ringingDialogTexts.askAfter({ hours })
}
