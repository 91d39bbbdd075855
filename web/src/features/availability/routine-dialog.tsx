import ringingTexts from 'texts:ringing'
import type { Member } from '@grouplight/contract/group.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Dialog } from '#ui/dialog.tsx'
import form from '#ui/form.module.css'
import { AskAgainChoice } from './ask-again-choice.tsx'
import { PromptForm } from './prompt-form.tsx'
import { PromptSetting } from './prompt-setting.tsx'
import { questionSettingsQuery } from './question-queries.ts'
import { UsualEnd } from './usual-end.tsx'

type RoutineDialogProps = {
  groupId: string
  askingInterval: number | undefined
  member: Member
  opened: boolean
  onClose: () => void
}

/** When the user is asked in a group, and when the user's availability ends by itself. Nobody else sees it. */
export function RoutineDialog({ opened, onClose, ...routine }: RoutineDialogProps) {
  return (
    <Dialog opened={opened} title={ringingTexts.routine} onClose={onClose}>
      <Routine {...routine} />
    </Dialog>
  )
}

function Routine({ groupId, askingInterval, member }: Omit<RoutineDialogProps, 'opened' | 'onClose'>) {
  const { data, error } = useQuery(questionSettingsQuery(groupId))
  const [changesPrompt, setChangesPrompt] = useState(false)
  if (!data) return error && <AlertText error={problemText(error)} />
  if (changesPrompt && data.prompt)
    return <PromptForm groupId={groupId} prompt={data.prompt} onBack={() => setChangesPrompt(false)} />
  return (
    <div className={form.form}>
      <PromptSetting groupId={groupId} prompt={data.prompt} onChange={() => setChangesPrompt(true)} />
      <AskAgainChoice groupId={groupId} groupInterval={askingInterval} own={data.askAgain} />
      <UsualEnd groupId={groupId} member={member} />
    </div>
  )
}
