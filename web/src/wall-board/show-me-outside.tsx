import { setShownOutside } from '@grouplight/contract/board.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { wallBoardTexts } from '#texts/wall-board/wall-board-texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { SwitchRow } from '#ui/switch-row.tsx'
import classes from './wall-board-dialog.module.css'
import { boardsQuery } from './wall-board-queries.ts'

export function ShowMeOutside({ groupId, shownOutside }: { groupId: string; shownOutside: boolean }) {
  const change = useMutation({
    mutationFn: (shown: boolean) => call(setShownOutside, { params: { groupId }, body: { shown } }),
    onSuccess: (_, shown, __, { client }) =>
      client.setQueryData(
        boardsQuery(groupId).queryKey,
        cached => cached && { ...cached, shownOutside: shown },
      ),
  })
  return (
    <div className={classes.section}>
      <SwitchRow
        label={wallBoardTexts.showMe}
        hint={wallBoardTexts.showMeHint}
        checked={change.isPending ? change.variables : shownOutside}
        onChange={shown => !change.isPending && change.mutate(shown)}
      />
      {change.isError && <AlertText error={wallBoardTexts.notChanged(problemText(change.error))} />}
    </div>
  )
}
