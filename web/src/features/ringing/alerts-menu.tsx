import ringingTexts from 'texts:ringing'
import {
  type CoverageAlerts,
  type RingingRule,
  ringingRules,
  setCoverageAlerts,
  setRingingRule,
} from '@grouplight/contract/ringing.ts'
import { call } from '#api/client.ts'
import { useAccount } from '#features/account/account-queries.ts'
import type { GroupDetails } from '#features/group/group-details.ts'
import { BellIcon, BellOffIcon, StarIcon } from '#ui/icons.tsx'
import { MenuButton } from '#ui/menu.tsx'
import { useRinging, useRingingChange } from './group-ringing.ts'

const icons = { all: BellIcon, followed: StarIcon, none: BellOffIcon }

const choices = ringingRules.map(value => ({
  value,
  label: ringingTexts[`rule.${value}`],
  hint: value === 'all' ? undefined : ringingTexts[`rule.${value}Hint`],
}))

/** Says of whom the user hears in the group. In a group with a needed number, also whether the user hears of the coverage. */
export function AlertsMenu({ group }: { group: GroupDetails }) {
  const { rule } = useRinging(group.id)
  const { change, pending } = useRingingChange(group.id, (rule: RingingRule) =>
    call(setRingingRule, { params: { groupId: group.id }, body: { rule } }),
  )
  const coverageAlerts = useCoverageAlerts(group)
  const chosen = pending ?? rule
  const Icon = icons[chosen]
  return (
    <MenuButton
      label={ringingTexts.alerts}
      pill={
        <>
          <Icon size={18} />
          {ringingTexts[`state.${chosen}`]}
        </>
      }
      choices={choices}
      value={chosen}
      onChoose={change}
      also={coverageAlerts}
    />
  )
}

function useCoverageAlerts({ id: groupId, needed, createdBy }: GroupDetails) {
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
      label: ringingTexts.tooFew,
      hint: ringingTexts.tooFewHint({ needed }),
      checked: hears.short,
      onChange: () => set({ ...hears, short: !hears.short }),
    },
    {
      label: ringingTexts.enoughAgain,
      hint: ringingTexts.enoughAgainHint({ needed }),
      checked: hears.enough,
      onChange: () => set({ ...hears, enough: !hears.enough }),
    },
  ]
}
