import boardTexts from 'texts:board'
import { setShownOutside } from '@grouplight/contract/board.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { SwitchRow } from '#ui/switch-row.tsx'
import { boardsQuery } from './board-queries.ts'

/** Empty while the present choice is not known. */
export function ShowMeOutside({ groupId }: { groupId: string }) {
  const { data } = useQuery({ ...boardsQuery(groupId), refetchOnMount: 'always' })
  const change = useMutation({
    mutationFn: (shown: boolean) => call(setShownOutside, { params: { groupId }, body: { shown } }),
    onSuccess: (_, shown, __, { client }) =>
      client.setQueryData(
        boardsQuery(groupId).queryKey,
        cached => cached && { ...cached, shownOutside: shown },
      ),
  })
  if (!data) return null
  return (
    <div>
      <SwitchRow
        label={boardTexts.showMe}
        hint={boardTexts.showMeHint}
        checked={change.isPending ? change.variables : data.shownOutside}
        onChange={shown => !change.isPending && change.mutate(shown)}
      />
      {change.isError && <AlertText error={boardTexts.notChanged({ why: problemText(change.error) })} />}
    </div>
  )
}
