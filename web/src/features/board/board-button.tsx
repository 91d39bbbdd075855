import groupTexts from 'texts:group'
import { Button } from '#ui/button.tsx'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'
import { useLazyDialog } from '#ui/use-lazy-dialog.tsx'

const BoardDialog = lazyWithPreload(() => import('./board-dialog.tsx'), 'BoardDialog')

export function BoardButton({ groupId, isAdmin }: { groupId: string; isAdmin: boolean }) {
  const { open, dialog } = useLazyDialog(BoardDialog, { groupId, isAdmin })
  return (
    <>
      <Button variant="subtle" onClick={open}>
        {groupTexts.board}
      </Button>
      {dialog}
    </>
  )
}
