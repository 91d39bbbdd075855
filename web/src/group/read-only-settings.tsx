import { enoughTexts } from '#texts/enough/enough-texts.ts'
import { groupTexts } from '#texts/group/group-texts.ts'
import { t } from '#texts/texts.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { hoursText } from './asking-choice.tsx'
import type { GroupDetails } from './group-details.ts'
import classes from './group-form.module.css'

export function ReadOnlySettings({ group }: { group: GroupDetails }) {
  return (
    <section className={classes.form}>
      <h3>{groupTexts.basicInformation}</h3>
      <TextField label={t.group.name} value={group.name} readOnly />
      <TextArea
        label={t.group.description}
        hint={groupTexts.onlyCreator}
        value={group.description}
        readOnly
      />
      {group.needed !== undefined && (
        <TextField
          label={enoughTexts.needed}
          hint={enoughTexts.neededHint}
          type="number"
          value={group.needed}
          readOnly
        />
      )}
      {group.askingInterval !== undefined && (
        <TextField
          label={enoughTexts.askAgain}
          hint={enoughTexts.askAgainHint}
          value={hoursText(group.askingInterval)}
          readOnly
        />
      )}
    </section>
  )
}
