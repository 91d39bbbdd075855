import availabilityTexts from 'texts:availability'
import type { ReactNode } from 'react'
import type { ShownMember } from '#features/group/shown-member.ts'
import { Switch } from '#ui/switch.tsx'
import { EndButton } from './end-button.tsx'
import classes from './own-availability.module.css'
import { useSetAvailability } from './set-availability.ts'

type OwnAvailabilityProps = {
  groupId: string
  groupName: string
  member: ShownMember
  routine?: ReactNode
  children: ReactNode
}

/** `children` shows the availability. */
export function OwnAvailability({ groupId, groupName, member, routine, children }: OwnAvailabilityProps) {
  return (
    <div className={classes.own}>
      {children}
      <div className={classes.pills}>
        <EndButton groupId={groupId} groupName={groupName} member={member} />
        {routine}
      </div>
      <AvailabilitySwitch
        groupId={groupId}
        groupName={groupName}
        available={member.status}
        describedBy={member.isUnsent ? unsentId(groupId) : undefined}
      />
    </div>
  )
}

const unsentId = (groupId: string) => `unsent-${groupId}`

/** Says that the server has not received the user's change in the group. Describes the switch. */
export function Unsent({ groupId }: { groupId: string }) {
  return <span id={unsentId(groupId)}>{availabilityTexts.unsent}</span>
}

type AvailabilitySwitchProps = {
  groupId: string
  groupName: string
  available: boolean
  describedBy: string | undefined
}

/** While a change is pending, `available` is the status after the change. */
function AvailabilitySwitch({ groupId, groupName, available, describedBy }: AvailabilitySwitchProps) {
  const change = useSetAvailability(groupId)
  return (
    <Switch
      label={availabilityTexts.availableIn({ group: groupName })}
      checked={available}
      describedBy={describedBy}
      isLight
      onChange={status => change({ status })}
    />
  )
}
