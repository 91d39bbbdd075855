import appTexts from 'texts:app'
import ringingDialogTexts from 'texts:ringing-dialogs'
import type { Prompt } from '@grouplight/contract/question.ts'
import { useState } from 'react'
import { problemText } from '#api/problem-text.ts'
import { daysText } from '#features/ringing/day-choice.tsx'
import { ownTimeZone } from '#features/ringing/time-zones.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { SwitchRow } from '#ui/switch-row.tsx'
import { useQuestionSettingsChange } from './question-queries.ts'

const usualPrompt: Prompt = { days: [1, 2, 3, 4, 5], time: '18:00', until: '22:00', timeZone: ownTimeZone }

type PromptSettingProps = { groupId: string; prompt: Prompt | null; onChange: () => void }

export function PromptSetting({ groupId, prompt, onChange }: PromptSettingProps) {
  const change = useQuestionSettingsChange(groupId)
  // Keeps the times while the prompt is off, so that the user gets the same times when switching the prompt on again.
  const [latest, setLatest] = useState(usualPrompt)
  if (prompt && prompt !== latest) setLatest(prompt)
  const pending = change.isPending ? change.variables.prompt : undefined
  return (
    <div>
      <SwitchRow
        label={ringingDialogTexts.askMeAt}
        hint={ringingDialogTexts.askMeAtHint}
        checked={(pending === undefined ? prompt : pending) !== null}
        onChange={isOn => !change.isPending && change.mutate({ prompt: isOn ? latest : null })}
      />
      {prompt && (
        <div className="spread">
          <p>{ringingDialogTexts.promptSummary({ ...prompt, days: daysText(prompt.days) })}</p>
          <Button variant="default" onClick={onChange}>
            {ringingDialogTexts.change}
          </Button>
        </div>
      )}
      {change.isError && <AlertText error={appTexts.changeFailed({ why: problemText(change.error) })} />}
    </div>
  )
}
