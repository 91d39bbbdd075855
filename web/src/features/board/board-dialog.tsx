import boardTexts from 'texts:board'
import groupTexts from 'texts:group'
import { useState } from 'react'
import { NavigationButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { BoardContentChoice, onlyCounts } from './board-content-choice.tsx'
import { BoardList } from './board-list.tsx'
import type { NewBoard } from './board-queries.ts'
import classes from './boards.module.css'
import { ConnectScreenForm } from './connect-screen-form.tsx'
import { MakeBoardForm } from './make-board-form.tsx'

type BoardDialogProps = { groupId: string; isAdmin: boolean; opened: boolean; onClose: () => void }

export function BoardDialog({ groupId, isAdmin, opened, onClose }: BoardDialogProps) {
  const [made, setMade] = useState<NewBoard>()
  const [shows, setShows] = useState(onlyCounts)
  return (
    <Dialog opened={opened} title={groupTexts.board} onClose={onClose} size={540}>
      <p className={classes.hint}>{boardTexts.about}</p>
      {isAdmin && (
        <div className={classes.form}>
          <BoardContentChoice groupId={groupId} shows={shows} onChange={setShows} />
          <ConnectScreenForm groupId={groupId} shows={shows} />
          <MakeBoardForm groupId={groupId} shows={shows} onMade={setMade} />
        </div>
      )}
      <BoardList groupId={groupId} isAdmin={isAdmin} made={made} />
      {isAdmin && (
        <section className={classes.section}>
          <h3>{boardTexts.doorSign}</h3>
          <p className={classes.hint}>{boardTexts.doorSignHint}</p>
          <NavigationButton variant="default" to={`/groups/${groupId}/sign`}>
            {boardTexts.printSign}
          </NavigationButton>
        </section>
      )}
    </Dialog>
  )
}
