import invitationDialogTexts from 'texts:invitation-dialogs'
import { linkLifetimes, maxLinkUses } from '@grouplight/contract/invite-link.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceRow } from '#ui/choices.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Options, SelectField } from '#ui/field.tsx'
import form from '#ui/form.module.css'
import { Stepper } from '#ui/stepper.tsx'
import type { LinkChoices } from './invite-link-queries.ts'

type LinkChoicesDialogProps = {
  choices: LinkChoices
  onChange: (choices: LinkChoices) => void
  opened: boolean
  onClose: () => void
}

/** The choices count for the next link. */
export function LinkChoicesDialog({ choices, onChange, opened, onClose }: LinkChoicesDialogProps) {
  const change = (part: Partial<LinkChoices>) => onChange({ ...choices, ...part })
  return (
    <Dialog opened={opened} title={invitationDialogTexts.link} onClose={onClose}>
      <div className={form.form}>
        <SelectField
          label={invitationDialogTexts.validFor}
          value={choices.lifetime}
          onChange={({ target }) => {
            const lifetime = linkLifetimes.find(minutes => String(minutes) === target.value)
            if (lifetime) change({ lifetime })
          }}
        >
          <Options values={linkLifetimes} text={minutes => invitationDialogTexts[`lifetimes.${minutes}`]} />
        </SelectField>
        <Stepper
          label={invitationDialogTexts.maxUses}
          value={choices.maxUses}
          min={1}
          max={maxLinkUses}
          onChange={maxUses => change({ maxUses })}
        />
        <ChoiceRow
          type="checkbox"
          name="needsApproval"
          label={invitationDialogTexts.letEachIn}
          hint={invitationDialogTexts.letEachInHint}
          checked={choices.needsApproval}
          onChange={() => change({ needsApproval: !choices.needsApproval })}
        />
        <Button onClick={onClose}>{invitationDialogTexts.done}</Button>
      </div>
    </Dialog>
  )
}
