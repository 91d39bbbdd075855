import boardTexts from 'texts:board'
import { RadioChoices } from '#ui/choices.tsx'

type BoardContentChoiceProps = { showsNames: boolean; onChange: (showsNames: boolean) => void }

export function BoardContentChoice({ showsNames, onChange }: BoardContentChoiceProps) {
  return (
    <RadioChoices
      legend={boardTexts.shows}
      name="shows"
      options={[
        { value: false, label: boardTexts.counts, hint: boardTexts.countsHint },
        { value: true, label: boardTexts.names, hint: boardTexts.namesHint },
      ]}
      chosen={showsNames}
      onChange={onChange}
    />
  )
}
