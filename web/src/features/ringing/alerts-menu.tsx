import ringingDialogTexts from 'texts:ringing-dialogs'
import {
  type CoverageAlerts,
  type RingingRule,
  ringingRules,
  setCallAlerts,
  setCoverageAlerts,
  setMemberAlerts,
} from '@grouplight/contract/ringing.ts'
import { call } from '#api/client.ts'
import { useAccount } from '#features/account/account-queries.ts'
import type { GroupDetails } from '#features/group/group-details.ts'
import { roleIn } from '#features/group/roles.ts'
import { Menu, type MenuCheckbox } from '#ui/menu.tsx'
import type { MenuState } from '#ui/pill.tsx'
import { useRinging, useRingingChange } from './group-ringing.ts'
import { useMute } from './mute.ts'

const choices = ringingRules.map(value => ({
  value,
  label: ringingDialogTexts[`rule.${value}`],
  hint: value === 'all' ? undefined : ringingDialogTexts[`rule.${value}Hint`],
}))

type AlertsMenuProps = MenuState & {
  group: GroupDetails
  rule: RingingRule
  onChoose: (rule: RingingRule) => void
  onTellMeWhen: () => void
}

/** In a group with a needed number, the user may also hear of the coverage; if members may ask around, of what they ask. */
export function AlertsMenu({ group, rule, onTellMeWhen, ...menu }: AlertsMenuProps) {
  const coverageAlerts = useCoverageAlerts(group)
  const callAlerts = useCallAlerts(group)
  const memberAlerts = useMemberAlerts(group)
  const mute = useMuteUntilTomorrow()
  const tellMeWhen = { label: ringingDialogTexts['once.open'], onClick: onTellMeWhen }
  return (
    <Menu
      {...menu}
      choices={choices}
      value={rule}
      actions={group.memberCount > 1 ? [tellMeWhen] : []}
      checkboxes={[...coverageAlerts, ...callAlerts, ...memberAlerts, ...mute]}
    />
  )
}

function useMuteUntilTomorrow(): MenuCheckbox[] {
  const { canRing, mutedText, untilMorning, muteFor } = useMute()
  if (!canRing) return []
  return [
    {
      value: 'mute',
      label: mutedText ?? untilMorning.text,
      hint: ringingDialogTexts.muteHint,
      checked: mutedText !== null,
      onChange: () => void muteFor(mutedText ? null : untilMorning.minutes()),
    },
  ]
}

function useCoverageAlerts({ id: groupId, needed, createdBy }: GroupDetails): MenuCheckbox[] {
  const { uid } = useAccount()
  const { coverage = createdBy === uid ? 'short' : 'none' } = useRinging(groupId)
  const { change, pending } = useRingingChange(groupId, (coverage: CoverageAlerts) =>
    call(setCoverageAlerts, { params: { groupId }, body: { coverage } }),
  )
  if (needed === undefined) return []
  const chosen = pending ?? coverage
  const hears = { short: ['short', 'both'].includes(chosen), enough: ['enough', 'both'].includes(chosen) }
  const set = ({ short, enough }: typeof hears) =>
    change(short && enough ? 'both' : short ? 'short' : enough ? 'enough' : 'none')
  return [
    {
      value: 'short',
      label: ringingDialogTexts.tooFew,
      hint: ringingDialogTexts.tooFewHint({ needed }),
      checked: hears.short,
      onChange: () => set({ ...hears, short: !hears.short }),
    },
    {
      value: 'enough',
      label: ringingDialogTexts.enoughAgain,
      hint: ringingDialogTexts.enoughAgainHint({ needed }),
      checked: hears.enough,
      onChange: () => set({ ...hears, enough: !hears.enough }),
    },
  ]
}

function useCallAlerts({ id: groupId, askers }: GroupDetails): MenuCheckbox[] {
  const { ignoresCalls = false } = useRinging(groupId)
  const { change, pending } = useRingingChange(groupId, (on: boolean) =>
    call(setCallAlerts, { params: { groupId }, body: { on } }),
  )
  if (!askers) return []
  const checked = pending ?? !ignoresCalls
  return [{ value: 'calls', label: ringingDialogTexts.calls, checked, onChange: () => change(!checked) }]
}

/** The creator always hears of it. */
function useMemberAlerts(group: GroupDetails): MenuCheckbox[] {
  const { uid } = useAccount()
  const { ignoresMembers = false } = useRinging(group.id)
  const { change, pending } = useRingingChange(group.id, (on: boolean) =>
    call(setMemberAlerts, { params: { groupId: group.id }, body: { on } }),
  )
  if (roleIn(group, uid) !== 'deputy') return []
  const checked = pending ?? !ignoresMembers
  return [{ value: 'members', label: ringingDialogTexts.members, checked, onChange: () => change(!checked) }]
}
