import type { Prompt } from '@grouplight/contract/question.ts'
import { useState } from 'react'
import { problemText } from '#api/problem-text.ts'
import { enoughTexts } from '#texts/enough/enough-texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { SwitchRow } from '#ui/switch-row.tsx'
import { PromptForm } from './prompt-form.tsx'
import { useQuestionSettingsChange } from './question-queries.ts'
import classes from './ringing-settings.module.css'
import { ownTimeZone } from './time-zones.ts'

const usualPrompt: Prompt = { days: [1, 2, 3, 4, 5], time: '18:00', until: '22:00', timeZone: ownTimeZone }

export function PromptSetting({ groupId, prompt }: { groupId: string; prompt: Prompt | null }) {
  const change = useQuestionSettingsChange(groupId)
  // Keeps the times while the prompt is off, so that the user gets the same times when switching the prompt on again.
  const [latest, setLatest] = useState(usualPrompt)
  if (prompt && prompt !== latest) setLatest(prompt)
  const pending = change.isPending ? change.variables.prompt : undefined
  return (
    <div className={classes.setting}>
      <SwitchRow
        label={enoughTexts.askMeAt}
        hint={enoughTexts.askMeAtHint}
        checked={(pending === undefined ? prompt : pending) !== null}
        onChange={isOn => !change.isPending && change.mutate({ prompt: isOn ? latest : null })}
      />
      {change.isError && <AlertText error={enoughTexts.notChanged(problemText(change.error))} />}
      {prompt && <PromptForm groupId={groupId} prompt={prompt} />}
    </div>
  )
}
