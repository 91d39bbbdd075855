import availabilityTexts from 'texts:availability'
import { Button } from '#ui/button.tsx'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'
import { useLazyDialog } from '#ui/use-lazy-dialog.tsx'

const AllGroupsDialog = lazyWithPreload(() => import('./all-groups-dialog.tsx'), 'AllGroupsDialog')

export function AllGroupsButton() {
  const { open, dialog } = useLazyDialog(AllGroupsDialog, {})
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {availabilityTexts.allGroups}
      </Button>
      {dialog}
    </>
  )
}
