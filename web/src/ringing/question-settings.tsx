import type { QuestionSettings as Settings } from '@grouplight/contract/question.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { problemText } from '#api/problem-text.ts'
import { enoughTexts } from '#texts/enough/enough-texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { SwitchRow } from '#ui/switch-row.tsx'
import { OwnAskingChoice } from './own-asking-choice.tsx'
import { PromptSetting } from './prompt-setting.tsx'
import { questionSettingsQuery, useQuestionSettingsChange } from './question-queries.ts'
import classes from './ringing-dialog.module.css'
import settingClasses from './ringing-settings.module.css'

type QuestionSettingsProps = { groupId: string; groupInterval: number | undefined }

export function QuestionSettings({ groupId, groupInterval }: QuestionSettingsProps) {
  const id = useId()
  const { data, error } = useQuery(questionSettingsQuery(groupId))
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {enoughTexts.questions}
      </h3>
      <p className={classes.hint}>{enoughTexts.questionsHint}</p>
      {data && (
        <div className={`${settingClasses.form} ${classes.below}`}>
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
        label={enoughTexts.endsUnanswered}
        hint={enoughTexts.endsUnansweredHint}
        checked={pending ?? settings.endsUnanswered}
        onChange={endsUnanswered => !change.isPending && change.mutate({ endsUnanswered })}
      />
      {change.isError && <AlertText error={enoughTexts.notChanged(problemText(change.error))} />}
    </>
  )
}
