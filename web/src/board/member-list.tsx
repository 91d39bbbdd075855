import { useState } from 'react'
import type { GroupDetails } from '#group/group-details.ts'
import { ConnectionLabel } from '#live/connection-banner.tsx'
import { t } from '#texts/texts.ts'
import classes from './member-list.module.css'
import { MemberRows } from './member-rows.tsx'

/** Lists the members. A toggle does not change their order. */
export function MemberList({ group }: { group: GroupDetails }) {
  const [onlyAvailable, setOnlyAvailable] = useState(false)
  return (
    <section aria-labelledby="members">
      <div className={`spread ${classes.head}`}>
        <div>
          <h2 id="members">{t.availability.membersTitle(group.memberCount)}</h2>
          <ConnectionLabel />
        </div>
        {group.memberCount > 1 && (
          <button
            type="button"
            className={classes.filter}
            aria-pressed={onlyAvailable}
            onClick={() => setOnlyAvailable(!onlyAvailable)}
          >
            {t.availability.onlyAvailable}
          </button>
        )}
      </div>
      <MemberRows group={group} onlyAvailable={onlyAvailable} />
    </section>
  )
}
