import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { wallBoardTexts } from '#texts/wall-board/wall-board-texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import section from '#ui/section.module.css'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import { useNow } from '#ui/use-now.ts'
import { BoardItem } from './board-item.tsx'
import { ShowMeOutside } from './show-me-outside.tsx'
import classes from './wall-board-dialog.module.css'
import { boardsQuery, type NewBoard } from './wall-board-queries.ts'

type BoardListProps = { groupId: string; isCreator: boolean; made: NewBoard | undefined }

export function BoardList({ groupId, isCreator, made }: BoardListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const onFocus = useLostFocus(heading)
  const [madeBefore] = useState(made)
  const now = useNow()
  const { data, isError } = useQuery({ ...boardsQuery(groupId), refetchOnMount: 'always' })
  if (!data) return isError && <AlertText error={wallBoardTexts.notLoaded} />
  const boards = data.boards.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now)
  const shown = boards.some(({ id }) => id === made?.board.id) ? made : undefined
  return (
    <>
      {shown && (
        <div key={shown.board.id} ref={showWhole}>
          <CopyField
            label={wallBoardTexts.address}
            hint={wallBoardTexts.shownOnce}
            value={shown.address}
            texts={wallBoardTexts}
            isNew={shown !== madeBefore}
          >
            <a className={classes.open} href={shown.address} target="_blank" rel="noreferrer">
              {wallBoardTexts.open}
            </a>
          </CopyField>
        </div>
      )}
      <section className={classes.section} aria-labelledby="boards" onFocus={onFocus}>
        <h3 id="boards" ref={heading} tabIndex={-1}>
          {wallBoardTexts.boards}
        </h3>
        {boards.length === 0 && <p className={classes.hint}>{wallBoardTexts.none}</p>}
        <ul className={section.list}>
          {boards.map(board => (
            <BoardItem key={board.id} groupId={groupId} board={board} isCreator={isCreator} />
          ))}
        </ul>
      </section>
      <ShowMeOutside groupId={groupId} shownOutside={data.shownOutside} />
    </>
  )
}

// Scrolls the field and the buttons below it into view. The focus alone would scroll only to the field.
function showWhole(made: HTMLElement | null): void {
  made?.scrollIntoView({ block: 'nearest' })
}
