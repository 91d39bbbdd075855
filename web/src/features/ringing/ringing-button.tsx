import ringingTexts from 'texts:ringing'
import { Button } from '#ui/button.tsx'
import { BellIcon, BellOffIcon } from '#ui/icons.tsx'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'
import { useLazyDialog } from '#ui/use-lazy-dialog.tsx'
import { useRinging } from './group-ringing.ts'

const RingingDialog = lazyWithPreload(() => import('./ringing-dialog.tsx'), 'RingingDialog')

export function RingingButton({ groupId, className }: { groupId: string; className: string | undefined }) {
  const { rule } = useRinging(groupId)
  const { open, dialog } = useLazyDialog(RingingDialog, { groupId })
  return (
    <>
      <Button variant="default" aria-label={ringingTexts['rule.title']} className={className} onClick={open}>
        {rule === 'none' ? <BellOffIcon /> : <BellIcon />}
      </Button>
      {dialog}
    </>
  )
}
