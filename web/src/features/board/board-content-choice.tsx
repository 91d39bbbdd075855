import boardTexts from 'texts:board'
import type { Board } from '@grouplight/contract/board.ts'
import { useGroup } from '#features/group/group-queries.ts'
import { ChoiceRow, RadioChoices } from '#ui/choices.tsx'

export type BoardShows = Pick<Board, 'showsNames' | 'showsCalls'>

export const onlyCounts: BoardShows = { showsNames: false, showsCalls: false }

type BoardContentChoiceProps = { groupId: string; shows: BoardShows; onChange: (shows: BoardShows) => void }

/** Whether the board shows what is asked can be chosen only in a group whose members may ask. */
export function BoardContentChoice({ groupId, shows, onChange }: BoardContentChoiceProps) {
  const mayAsk = useGroup(groupId)?.askers !== undefined
  return (
    <>
      <RadioChoices
        legend={boardTexts.shows}
        name="shows"
        options={[
          { value: false, label: boardTexts.counts, hint: boardTexts.countsHint },
          { value: true, label: boardTexts.names, hint: boardTexts.namesHint },
        ]}
        chosen={shows.showsNames}
        onChange={showsNames => onChange({ ...shows, showsNames })}
      />
      {mayAsk && (
        <ChoiceRow
          type="checkbox"
          name="showsCalls"
          label={boardTexts.calls}
          hint={boardTexts.callsHint}
          checked={shows.showsCalls}
          onChange={() => onChange({ ...shows, showsCalls: !shows.showsCalls })}
        />
      )}
    </>
  )
}
