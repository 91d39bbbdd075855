import ringingTexts from 'texts:ringing'
import { type RingingRule, setRingingRule } from '@grouplight/contract/ringing.ts'
import { call } from '#api/client.ts'
import type { GroupDetails } from '#features/group/group-details.ts'
import { BellIcon, BellOffIcon, StarIcon } from '#ui/icons.tsx'
import { MenuPill } from '#ui/pill.tsx'
import { useLazyDialog } from '#ui/use-lazy-dialog.tsx'
import { useRinging, useRingingChange } from './group-ringing.ts'
import { AlertsMenu, TellMeWhenDialog } from './ringing.ts'

const icons = { all: BellIcon, followed: StarIcon, none: BellOffIcon }

/** Says of whom the user hears in the group. */
export function AlertsPill({ group }: { group: GroupDetails }) {
  const { rule } = useRinging(group.id)
  const { change, pending } = useRingingChange(group.id, (rule: RingingRule) =>
    call(setRingingRule, { params: { groupId: group.id }, body: { rule } }),
  )
  const tellMeWhen = useLazyDialog(TellMeWhenDialog, { groupId: group.id })
  const chosen = pending ?? rule
  const Icon = icons[chosen]
  return (
    <>
      <MenuPill
        label={ringingTexts.alerts}
        preload={AlertsMenu.preload}
        menu={state => (
          <AlertsMenu
            {...state}
            group={group}
            rule={chosen}
            onChoose={change}
            onTellMeWhen={tellMeWhen.open}
          />
        )}
      >
        <Icon size={18} />
        {ringingTexts[`state.${chosen}`]}
      </MenuPill>
      {tellMeWhen.dialog}
    </>
  )
}
