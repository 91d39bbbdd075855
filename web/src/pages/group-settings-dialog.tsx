import groupTexts from 'texts:group'
import groupDialogTexts from 'texts:group-dialogs'
import { GroupHooksDialog } from '#features/hook/keys-and-hooks.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useLazyDialog } from '#ui/use-lazy-dialog.tsx'
import { AskingChoice, hoursText } from './asking-choice.tsx'
import type { GroupDetails } from './group-details.ts'
import classes from './group-form.module.css'
import { HandOverForm } from './hand-over-form.tsx'
import { NeededForm } from './needed-form.tsx'
import { UpdateGroupForm } from './update-group-form.tsx'

type GroupSettingsDialogProps = {
  group: GroupDetails
  isCreator: boolean
  opened: boolean
  onClose: () => void
}

export function GroupSettingsDialog({ group, isCreator, opened, onClose }: GroupSettingsDialogProps) {
  return (
    <Dialog opened={opened} title={groupTexts.settings} onClose={onClose}>
      <div className={classes.form}>
        {isCreator ? <UpdateGroupForm group={group} onSaved={onClose} /> : <ReadOnlySettings group={group} />}
        {isCreator && <NeededForm group={group} />}
        {isCreator && <AskingChoice group={group} />}
        <Placeholders
          legend={groupDialogTexts.memberSettings}
          choices={{ [groupDialogTexts.membersInvite]: false, [groupDialogTexts.membersSee]: true }}
        />
        <Placeholders
          legend={groupDialogTexts.notifications}
          choices={{ [groupDialogTexts.statusChanges]: true, [groupDialogTexts.newMembers]: true }}
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

function HooksButton({ groupId }: { groupId: string }) {
  const { open, dialog } = useLazyDialog(GroupHooksDialog, { groupId })
  return (
    <section className={classes.form}>
      <h3>{groupDialogTexts.hooks}</h3>
      <p className={classes.hint}>{groupDialogTexts.hooksHint}</p>
      <Button variant="default" onClick={open}>
        {groupDialogTexts.showHooks}
      </Button>
      {dialog}
    </section>
  )
}

function ReadOnlySettings({ group }: { group: GroupDetails }) {
  return (
    <section className={classes.form}>
      <h3>{groupDialogTexts.basicInformation}</h3>
      <TextField label={groupDialogTexts.name} value={group.name} readOnly />
      <TextArea
        label={groupDialogTexts.description}
        hint={groupDialogTexts.onlyCreator}
        value={group.description}
        readOnly
      />
      {group.needed !== undefined && (
        <TextField
          label={groupDialogTexts.needed}
          hint={groupDialogTexts.neededHint}
          type="number"
          value={group.needed}
          readOnly
        />
      )}
      {group.askingInterval !== undefined && (
        <TextField
          label={groupDialogTexts.askAgain}
          hint={groupDialogTexts.askAgainHint}
          value={hoursText(group.askingInterval)}
          readOnly
        />
      )}
    </section>
  )
}
