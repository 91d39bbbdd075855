import type { Session } from '@grouplight/contract/session.ts'
import { useId } from 'react'
import { profileTexts } from '#texts/profile/profile-texts.ts'
import { Button } from '#ui/button.tsx'
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
        <bdi id={`${id}name`} className={classes.name}>
          {browser ?? profileTexts.someBrowser}
        </bdi>
        {current && <span className={classes.mark}>{profileTexts.thisOne}</span>}
        <small className={classes.muted}>
          {profileTexts.since(localDay(createdAt))} · {profileTexts.lastSeen(dayText(lastSeenOn))}
        </small>
      </div>
      {!current && (
        <Button
          variant="default"
          id={`${id}end`}
          aria-labelledby={`${id}end ${id}name`}
          aria-disabled={isBusy}
          onClick={() => onEnd(session.id)}
        >
          {profileTexts.endSession}
        </Button>
      )}
    </li>
  )
}
