import hookTexts from 'texts:hook'
import { useRef } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import classes from '#ui/form.module.css'
import section from '#ui/section.module.css'
import { groupHookApi } from './hook-api.ts'
import { HookList } from './hook-list.tsx'

type GroupHooksDialogProps = { groupId: string; opened: boolean; onClose: () => void }

export function GroupHooksDialog({ groupId, opened, onClose }: GroupHooksDialogProps) {
  const hint = useRef<HTMLParagraphElement>(null)
  return (
    <Dialog opened={opened} title={hookTexts.title} onClose={onClose}>
      <HookList api={groupHookApi(groupId)} fallbackFocus={hint} className={classes.form}>
        <p ref={hint} tabIndex={-1} className={section.hint}>
          {hookTexts.groupHint}
        </p>
      </HookList>
    </Dialog>
  )
}
