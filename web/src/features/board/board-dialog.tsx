import boardTexts from 'texts:board'
import groupTexts from 'texts:group'
import { useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { BoardList } from './board-list.tsx'
import type { NewBoard } from './board-queries.ts'
import classes from './boards.module.css'
import { MakeBoardForm } from './make-board-form.tsx'

type BoardDialogProps = { groupId: string; isCreator: boolean; opened: boolean; onClose: () => void }

export function BoardDialog({ groupId, isCreator, opened, onClose }: BoardDialogProps) {
  const [made, setMade] = useState<NewBoard>()
  return (
    <Dialog opened={opened} title={groupTexts.board} onClose={onClose} size={540}>
      <p className={classes.hint}>{boardTexts.about}</p>
      {isCreator && <MakeBoardForm groupId={groupId} onMade={setMade} />}
      <BoardList groupId={groupId} isCreator={isCreator} made={made} />
    </Dialog>
  )
}
