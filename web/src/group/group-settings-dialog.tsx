import { groupTexts } from '#texts/group/group-texts.ts'
import { t } from '#texts/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { AskingChoice } from './asking-choice.tsx'
import type { GroupDetails } from './group-details.ts'
import classes from './group-form.module.css'
import { HandOverForm } from './hand-over-form.tsx'
import { HooksButton } from './hooks-button.tsx'
import { NeededForm } from './needed-form.tsx'
import { ReadOnlySettings } from './read-only-settings.tsx'
import { UpdateGroupForm } from './update-group-form.tsx'

type GroupSettingsDialogProps = {
  group: GroupDetails
  isCreator: boolean
  opened: boolean
  onClose: () => void
}

export function GroupSettingsDialog({ group, isCreator, opened, onClose }: GroupSettingsDialogProps) {
  return (
    <Dialog opened={opened} title={t.group.settings} onClose={onClose}>
      <div className={classes.form}>
        {isCreator ? <UpdateGroupForm group={group} onSaved={onClose} /> : <ReadOnlySettings group={group} />}
        {isCreator && <NeededForm group={group} />}
        {isCreator && <AskingChoice group={group} />}
        <Placeholders
          legend={groupTexts.memberSettings}
          choices={{ [groupTexts.membersInvite]: false, [groupTexts.membersSee]: true }}
        />
        <Placeholders
          legend={groupTexts.notifications}
          choices={{ [groupTexts.statusChanges]: true, [groupTexts.newMembers]: true }}
        />
        {isCreator && <HooksButton groupId={group.id} />}
        {isCreator && <HandOverForm group={group} />}
      </div>
    </Dialog>
  )
}

/** Settings that cannot be changed yet. Each shows its fixed value. */
function Placeholders({ legend, choices }: { legend: string; choices: Record<string, boolean> }) {
  return (
    <fieldset className={classes.section} disabled>
      <legend>{legend}</legend>
      {Object.entries(choices).map(([label, checked]) => (
        <label key={label} className={classes.choice}>
          <input type="checkbox" disabled defaultChecked={checked} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
