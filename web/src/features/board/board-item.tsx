import boardTexts from 'texts:board'
import { type Board, revokeBoard } from '@grouplight/contract/board.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { dayText } from '#features/account/day-text.ts'
import { localDay } from '#texts/date-format.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import section from '#ui/section.module.css'
import { boardsQuery } from './board-queries.ts'
import classes from './boards.module.css'

type BoardItemProps = { groupId: string; board: Board; isAdmin: boolean }

export function BoardItem({ groupId, board, isAdmin }: BoardItemProps) {
  const { id: boardId, showsNames, showsCalls, frameOrigins, expiresAt, lastSeenOn } = board
  const id = useId()
  const [asking, setAsking] = useState(false)
  const revoking = useMutation({
    mutationFn: () => call(revokeBoard, { params: { groupId, boardId } }),
    onSuccess: (_, __, ___, { client }) =>
      client.setQueryData(
        boardsQuery(groupId).queryKey,
        cached => cached && { ...cached, boards: cached.boards.filter(other => other.id !== boardId) },
      ),
    onError: (error, _, __, { client }) => {
      if (problemCode(error) === 'board-not-found') void client.invalidateQueries(boardsQuery(groupId))
    },
    onSettled: () => setAsking(false),
  })
  return (
    <li className={section.item}>
      <div id={id} className={section.grow}>
        <span className={section.name}>
          {showsNames ? boardTexts.names : boardTexts.counts}
          {showsCalls && ` · ${boardTexts.asked}`}
        </span>
        <small className={section.muted}>
          {expiresAt ? boardTexts.endsOn({ day: localDay(expiresAt) }) : boardTexts.endless}
          {' · '}
          {lastSeenOn ? boardTexts.lastShown({ day: dayText(lastSeenOn) }) : boardTexts.notShown}
        </small>
        {frameOrigins.length > 0 && (
          <small className={`${section.muted} ${classes.origins}`}>
            <Phrase text={boardTexts.framedBy} origins={<bdi dir="ltr">{frameOrigins.join(', ')}</bdi>} />
          </small>
        )}
      </div>
      {isAdmin && (
        <Button variant="subtle" color="red" aria-describedby={id} onClick={() => setAsking(true)}>
          {boardTexts.revoke}
        </Button>
      )}
      {revoking.isError && <AlertText error={boardTexts.notRevoked({ why: problemText(revoking.error) })} />}
      <ConfirmDialog
        opened={asking}
        title={boardTexts.revokeBoard}
        message={boardTexts.revokeQuestion}
        onCancel={() => setAsking(false)}
        onConfirm={() => revoking.mutate()}
        busy={revoking.isPending}
      />
    </li>
  )
}
