import appTexts from 'texts:app'
import groupDialogTexts from 'texts:group-dialogs'
import ringingDialogTexts from 'texts:ringing-dialogs'
import {
  askingIntervals,
  type Prompt,
  type QuestionSettings as Settings,
} from '@grouplight/contract/question.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { problemText } from '#api/problem-text.ts'
import { hoursText } from '#features/group/asking-choice.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Options, SelectField } from '#ui/field.tsx'
import form from '#ui/form.module.css'
import { SwitchRow } from '#ui/switch-row.tsx'
import classes from './dialog-section.module.css'
import { PromptForm } from './prompt-form.tsx'
import { questionSettingsQuery, useQuestionSettingsChange } from './question-queries.ts'
import settings from './setting.module.css'
import { ownTimeZone } from './time-zones.ts'

type QuestionSettingsProps = { groupId: string; groupInterval: number | undefined }

export function QuestionSettings({ groupId, groupInterval }: QuestionSettingsProps) {
  const id = useId()
  const { data, error } = useQuery(questionSettingsQuery(groupId))
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {ringingDialogTexts.questions}
      </h3>
      <p className={classes.hint}>{ringingDialogTexts.questionsHint}</p>
      {data && (
        <div className={`${form.form} ${classes.below}`}>
          <OwnAskingChoice groupId={groupId} groupInterval={groupInterval} own={data.askingInterval} />
          <EndsUnanswered groupId={groupId} settings={data} />
          <PromptSetting groupId={groupId} prompt={data.prompt} />
        </div>
      )}
      {!data && error && <AlertText error={problemText(error)} />}
    </section>
  )
}

function EndsUnanswered({ groupId, settings }: { groupId: string; settings: Settings }) {
  const change = useQuestionSettingsChange(groupId)
  const pending = change.isPending ? change.variables.endsUnanswered : undefined
  return (
    <>
      <SwitchRow
        label={ringingDialogTexts.endsUnanswered}
        hint={ringingDialogTexts.endsUnansweredHint}
        checked={pending ?? settings.endsUnanswered}
        onChange={endsUnanswered => !change.isPending && change.mutate({ endsUnanswered })}
      />
      {change.isError && <AlertText error={appTexts.changeFailed({ why: problemText(change.error) })} />}
    </>
  )
}

const usualPrompt: Prompt = { days: [1, 2, 3, 4, 5], time: '18:00', until: '22:00', timeZone: ownTimeZone }

function PromptSetting({ groupId, prompt }: { groupId: string; prompt: Prompt | null }) {
  const change = useQuestionSettingsChange(groupId)
  // Keeps the times while the prompt is off, so that the user gets the same times when switching the prompt on again.
  const [latest, setLatest] = useState(usualPrompt)
  if (prompt && prompt !== latest) setLatest(prompt)
  const pending = change.isPending ? change.variables.prompt : undefined
  return (
    <div className={settings.setting}>
      <SwitchRow
        label={ringingDialogTexts.askMeAt}
        hint={ringingDialogTexts.askMeAtHint}
        checked={(pending === undefined ? prompt : pending) !== null}
        onChange={isOn => !change.isPending && change.mutate({ prompt: isOn ? latest : null })}
      />
      {change.isError && <AlertText error={appTexts.changeFailed({ why: problemText(change.error) })} />}
      {prompt && <PromptForm groupId={groupId} prompt={prompt} />}
    </div>
  )
}

type OwnAskingChoiceProps = { groupId: string; groupInterval: number | undefined; own: number | null }

/** An interval that is not shorter than the group's interval has no effect, so it is listed only if the user has already chosen it. */
function OwnAskingChoice({ groupId, groupInterval, own }: OwnAskingChoiceProps) {
  const change = useQuestionSettingsChange(groupId)
  const chosen = (change.isPending ? change.variables.askingInterval : own) ?? null
  const offered = askingIntervals.filter(
    minutes => minutes === chosen || minutes < (groupInterval ?? Infinity),
  )
  return (
    <>
      <SelectField
        label={ringingDialogTexts.askMeAgain}
        hint={ringingDialogTexts.askMeAgainHint}
        value={chosen ?? ''}
        onChange={({ target }) =>
          change.mutate({ askingInterval: offered.find(minutes => minutes === Number(target.value)) ?? null })
        }
      >
        <option value="">
          {groupInterval === undefined
            ? groupDialogTexts.questionsOff
            : ringingDialogTexts.asGroup({ hours: hoursText(groupInterval) })}
        </option>
        <Options values={offered} text={hoursText} />
      </SelectField>
      {change.isError && <AlertText error={appTexts.changeFailed({ why: problemText(change.error) })} />}
    </>
  )
}
