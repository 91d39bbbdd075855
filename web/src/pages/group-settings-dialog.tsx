import groupTexts from 'texts:group'
import groupDialogTexts from 'texts:group-dialogs'
import ringingTexts from 'texts:ringing'
import type { ReactNode } from 'react'
import { useAccount } from '#features/account/account-queries.ts'
import { RoutineButton } from '#features/availability/routine-button.tsx'
import { ShowMeOutside } from '#features/board/show-me-outside.tsx'
import { AskersChoice } from '#features/call/askers-choice.tsx'
import { AskingChoice, hoursText } from '#features/group/asking-choice.tsx'
import { StopBeingDeputy } from '#features/group/deputy-button.tsx'
import type { GroupDetails } from '#features/group/group-details.ts'
import classes from '#features/group/group-form.module.css'
import { useGroup } from '#features/group/group-queries.ts'
import { HandOverForm } from '#features/group/hand-over-form.tsx'
import { NeededSetting } from '#features/group/needed-setting.tsx'
import type { Role } from '#features/group/roles.ts'
import { UpdateGroupForm } from '#features/group/update-group-form.tsx'
import { GroupHooksDialog } from '#features/hook/keys-and-hooks.ts'
import { AlertsPill } from '#features/ringing/alerts-pill.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { LeaveIcon } from '#ui/icons.tsx'
import { useLazyDialog } from '#ui/use-lazy-dialog.tsx'

type SettingsProps = { group: GroupDetails; onClose: () => void; onLeave: () => void }

/** The creator and the deputies can change the group. Other members read it, and change what is only theirs. */
export function GroupSettingsDialog({
  role,
  opened,
  ...settings
}: SettingsProps & { role: Role | undefined; opened: boolean }) {
  return (
    <Dialog opened={opened} title={groupTexts.settings} onClose={settings.onClose}>
      <div className={classes.form}>
        {role === 'creator' && <CreatorSettings {...settings} />}
        {role === 'deputy' && <DeputySettings {...settings} />}
        {!role && <MemberSettings {...settings} />}
        <Placeholders
          legend={groupDialogTexts.memberSettings}
          choices={{ [groupDialogTexts.membersInvite]: false, [groupDialogTexts.membersSee]: true }}
        />
        <Placeholders
          legend={groupDialogTexts.notifications}
          choices={{ [groupDialogTexts.statusChanges]: true, [groupDialogTexts.newMembers]: true }}
        />
      </div>
    </Dialog>
  )
}

function CreatorSettings(settings: SettingsProps) {
  const { group } = settings
  return (
    <>
      <GroupFields {...settings} />
      <AskersChoice group={group} />
      <HandOverForm group={group} />
      <HooksButton groupId={group.id} />
    </>
  )
}

function DeputySettings(settings: SettingsProps) {
  const { uid } = useAccount()
  return (
    <>
      <GroupFields {...settings} />
      <Yours {...settings}>
        <StopBeingDeputy group={settings.group} userId={uid} onStopped={settings.onClose} />
      </Yours>
    </>
  )
}

function GroupFields({ group, onClose }: SettingsProps) {
  return (
    <>
      <UpdateGroupForm group={group} onSaved={onClose} />
      <NeededSetting group={group} />
      <AskingChoice group={group} />
    </>
  )
}

function HooksButton({ groupId }: { groupId: string }) {
  const { open, dialog } = useLazyDialog(GroupHooksDialog, { groupId })
  return (
    <section className={classes.form}>
      <h3>{groupDialogTexts.forPrograms}</h3>
      <p className={classes.hint}>{groupDialogTexts.hooksHint}</p>
      <Button variant="default" onClick={open}>
        {groupDialogTexts.showHooks}
      </Button>
      {dialog}
    </section>
  )
}

function MemberSettings(settings: SettingsProps) {
  const { group } = settings
  const { name, description, needed, askingInterval } = group
  const facts = {
    [groupDialogTexts.name]: name,
    [groupDialogTexts.description]: description,
    [groupDialogTexts.needed]: needed,
    [groupDialogTexts.askAgain]: askingInterval && hoursText(askingInterval),
  }
  return (
    <>
      <section className={classes.section}>
        <h3>{groupDialogTexts.basicInformation}</h3>
        <dl className={classes.facts}>
          {Object.entries(facts)
            .filter(([, fact]) => fact)
            .map(([what, fact]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd dir="auto">{fact}</dd>
              </div>
            ))}
        </dl>
        <p className={classes.hint}>{groupDialogTexts.onlyCreator}</p>
      </section>
      <Yours {...settings} />
    </>
  )
}

function Yours({ group, onLeave, children }: SettingsProps & { children?: ReactNode }) {
  return (
    <section className={classes.form}>
      <h3>{groupDialogTexts.yours}</h3>
      <OwnPills group={group} />
      <ShowMeOutside groupId={group.id} />
      {children}
      <Button variant="default" color="red" icon={<LeaveIcon size={20} />} onClick={onLeave}>
        {groupTexts.leave}
      </Button>
    </section>
  )
}

function OwnPills({ group }: { group: GroupDetails }) {
  const { uid } = useAccount()
  const member = useGroup(group.id)?.members.find(({ userId }) => userId === uid)
  return (
    <div className={classes.pills}>
      <span>{ringingTexts.alerts}</span>
      <AlertsPill group={group} />
      {member && <RoutineButton groupId={group.id} askingInterval={group.askingInterval} member={member} />}
    </div>
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
