import { t } from '#texts/texts.ts'
import { Switch } from '#ui/switch.tsx'
import { useSetAvailability } from './use-set-availability.ts'

type AvailabilitySwitchProps = { groupId: string; groupName: string; available: boolean }

/** My own switch in a group. It turns at once; `available` is what is shown, my pending wish included. */
export function AvailabilitySwitch({ groupId, groupName, available }: AvailabilitySwitchProps) {
  const wish = useSetAvailability(groupId)
  return (
    <Switch
      label={t.availability.availableIn(groupName)}
      checked={available}
      onChange={status => wish({ status })}
    />
  )
}
