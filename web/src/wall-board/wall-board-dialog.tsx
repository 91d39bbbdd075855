import { useState } from 'react'
import { t } from '#texts/texts.ts'
import { wallBoardTexts } from '#texts/wall-board/wall-board-texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { BoardList } from './board-list.tsx'
import { MakeBoardForm } from './make-board-form.tsx'
import classes from './wall-board-dialog.module.css'
import type { NewBoard } from './wall-board-queries.ts'

type WallBoardDialogProps = { groupId: string; isCreator: boolean; opened: boolean; onClose: () => void }

export function WallBoardDialog({ groupId, isCreator, opened, onClose }: WallBoardDialogProps) {
  const [made, setMade] = useState<NewBoard>()
  return (
    <Dialog opened={opened} title={t.group.board} onClose={onClose} size={540}>
      <p className={classes.hint}>{wallBoardTexts.about}</p>
      {isCreator && <MakeBoardForm groupId={groupId} onMade={setMade} />}
      <BoardList groupId={groupId} isCreator={isCreator} made={made} />
    </Dialog>
  )
}
