import { t } from '#texts/texts.ts'
import { Button } from '#ui/button.tsx'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'
import { useLazyDialog } from '#ui/use-lazy-dialog.ts'

const WallBoardDialog = lazyWithPreload(() => import('./wall-board-dialog.tsx'), 'WallBoardDialog')

export function WallBoardButton({ groupId, isCreator }: { groupId: string; isCreator: boolean }) {
  const { opened, open, close } = useLazyDialog(WallBoardDialog)
  return (
    <>
      <Button variant="subtle" onClick={open}>
        {t.group.board}
      </Button>
      {opened !== undefined && (
        <WallBoardDialog groupId={groupId} isCreator={isCreator} opened={opened} onClose={close} />
      )}
    </>
  )
}
