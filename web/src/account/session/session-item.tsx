import type { Session } from '@grouplight/contract/session.ts'
import { useId } from 'react'
import { profileTexts } from '#texts/profile/profile-texts.ts'
import { ItemButton, ItemName } from '#ui/list-item.tsx'
import classes from '#ui/section.module.css'
import { dayText, localDay } from '../day-text.ts'

type SessionItemProps = { session: Session; isBusy: boolean; onEnd: (sessionId: string) => void }

/** The session of this browser has no button, because the button Sign Out below the list ends it. */
export function SessionItem({ session, isBusy, onEnd }: SessionItemProps) {
  const id = useId()
  const { browser, createdAt, lastSeenOn, current } = session
  return (
    <li className={classes.item}>
      <div className={classes.grow}>
        <ItemName id={id}>{browser ?? profileTexts.someBrowser}</ItemName>
        {current && <span className={classes.mark}>{profileTexts.thisOne}</span>}
        <small className={classes.muted}>
          {profileTexts.since(localDay(createdAt))} · {profileTexts.lastSeen(dayText(lastSeenOn))}
        </small>
      </div>
      {!current && (
        <ItemButton nameId={id} isBusy={isBusy} onClick={() => onEnd(session.id)}>
          {profileTexts.endSession}
        </ItemButton>
      )}
    </li>
  )
}
