import { t } from '#texts/texts.ts'
import { Switch } from '#ui/switch.tsx'
import { useSetAvailability } from './set-availability.ts'

type AvailabilitySwitchProps = {
  groupId: string
  groupName: string
  available: boolean
  describedBy: string | undefined
}

/** While a change is pending, `available` is the status after the change. */
export function AvailabilitySwitch({ groupId, groupName, available, describedBy }: AvailabilitySwitchProps) {
  const change = useSetAvailability(groupId)
  return (
    <Switch
      label={t.availability.availableIn(groupName)}
      checked={available}
      describedBy={describedBy}
      onChange={status => change({ status })}
    />
  )
}
