import { useState } from 'react'
import { t } from '#texts/texts.ts'
import { Button } from '#ui/button.tsx'
import { BellIcon, BellOffIcon } from '#ui/icons.tsx'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'
import { showToast } from '#ui/toast.ts'
import { useRinging } from './group-ringing.ts'

const RingingDialog = lazyWithPreload(async () => (await import('./ringing-dialog.tsx')).RingingDialog)

export function RingingButton({ groupId, className }: { groupId: string; className: string | undefined }) {
  const { rule } = useRinging(groupId)
  // Undefined until the dialog is opened for the first time.
  const [opened, setOpened] = useState<boolean>()

  function open() {
    RingingDialog.preload().then(
      () => setOpened(true),
      () => showToast('error', t.problem.somethingWrong),
    )
  }

  return (
    <>
      <Button variant="default" aria-label={t.ringingRule.title} className={className} onClick={open}>
        {rule === 'none' ? <BellOffIcon /> : <BellIcon />}
      </Button>
      {opened !== undefined && (
        <RingingDialog groupId={groupId} opened={opened} onClose={() => setOpened(false)} />
      )}
    </>
  )
}
