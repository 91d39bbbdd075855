import type { Member } from '@grouplight/contract/group.ts'
import type { ReactNode } from 'react'
import { AvailabilitySwitch } from './availability-switch.tsx'
import { EndButton } from './end-button.tsx'
import classes from './own-availability.module.css'

type OwnAvailabilityProps = { groupId: string; groupName: string; member: Member; children: ReactNode }

/** `children` shows the availability. */
export function OwnAvailability({ groupId, groupName, member, children }: OwnAvailabilityProps) {
  return (
    <div className={classes.own}>
      <div className={classes.row}>
        {children}
        <AvailabilitySwitch groupId={groupId} groupName={groupName} available={member.status} />
        <div className={classes.end}>
          <EndButton groupId={groupId} groupName={groupName} member={member} />
        </div>
      </div>
    </div>
  )
}
