import availabilityTexts from 'texts:availability'
import { useRef, useState } from 'react'
import type { GroupDetails } from '#features/group/group-details.ts'
import { AlertsMenu } from '#features/ringing/alerts-menu.tsx'
import { ConnectionLabel } from '#live/connection-banner.tsx'
import { Pill } from '#ui/pill.tsx'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import { MemberRows, type RemoveMember } from './member-rows.tsx'
import classes from './members.module.css'

type MemberListProps = { group: GroupDetails; onRemove: RemoveMember | undefined }

export function MemberList({ group, onRemove }: MemberListProps) {
  const [onlyAvailable, setOnlyAvailable] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const onFocus = useLostFocus(heading)
  return (
    <section aria-labelledby="members" onFocus={onFocus}>
      <div className={`spread ${classes.head}`}>
        <div>
          <h2 id="members" ref={heading} tabIndex={-1}>
            {availabilityTexts.membersTitle({ count: group.memberCount })}
          </h2>
          <ConnectionLabel />
        </div>
        <div className={classes.pills}>
          {group.memberCount > 1 && (
            <Pill aria-pressed={onlyAvailable} onClick={() => setOnlyAvailable(!onlyAvailable)}>
              {availabilityTexts.onlyAvailable}
            </Pill>
          )}
          <AlertsMenu group={group} />
        </div>
      </div>
      <MemberRows group={group} onlyAvailable={onlyAvailable} onRemove={onRemove} />
    </section>
  )
}
