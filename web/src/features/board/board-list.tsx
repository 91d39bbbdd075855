import boardTexts from 'texts:board'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AlertText } from '#ui/alert.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import section from '#ui/section.module.css'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import { useNow } from '#ui/use-now.ts'
import { BoardItem } from './board-item.tsx'
import { boardsQuery, type NewBoard } from './board-queries.ts'
import classes from './boards.module.css'
import { ShowMeOutside } from './show-me-outside.tsx'

type BoardListProps = { groupId: string; isAdmin: boolean; made: NewBoard | undefined }

export function BoardList({ groupId, isAdmin, made }: BoardListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const onFocus = useLostFocus(heading)
  const [madeBefore] = useState(made)
  const now = useNow()
  const { data, isError } = useQuery({ ...boardsQuery(groupId), refetchOnMount: 'always' })
  if (!data) return isError && <AlertText error={boardTexts.notLoaded} />
  const boards = data.boards.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now)
  const shown = boards.some(({ id }) => id === made?.board.id) ? made : undefined
  return (
    <>
      {shown && (
        <div key={shown.board.id} ref={showWhole}>
          <CopyField
            label={boardTexts.address}
            hint={boardTexts.addressHint}
            value={shown.address}
            isNew={shown !== madeBefore}
          >
            <a className={classes.open} href={shown.address} target="_blank" rel="noreferrer">
              {boardTexts.open}
            </a>
          </CopyField>
        </div>
      )}
      <section className={classes.section} aria-labelledby="boards" onFocus={onFocus}>
        <h3 id="boards" ref={heading} tabIndex={-1}>
          {boardTexts.boards}
        </h3>
        {boards.length === 0 && <p className={classes.hint}>{boardTexts.none}</p>}
        <ul className={section.list}>
          {boards.map(board => (
            <BoardItem key={board.id} groupId={groupId} board={board} isAdmin={isAdmin} />
          ))}
        </ul>
      </section>
      <div className={classes.section}>
        <ShowMeOutside groupId={groupId} />
      </div>
    </>
  )
}

// Scrolls the field and the buttons below it into view. The focus alone would scroll only to the field.
function showWhole(made: HTMLElement | null): void {
  made?.scrollIntoView({ block: 'nearest' })
}
