import profileTexts from 'texts:profile'
import { endOtherSessions, endSession, type Session } from '@grouplight/contract/session.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { localDay } from '#texts/date-format.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ItemButton, ItemName } from '#ui/list-item.tsx'
import classes from '#ui/section.module.css'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import { dayText } from '../day-text.ts'
import { sessionsQuery } from '../sign-in-methods.ts'

const shownAtFirst = 5

export function SessionsSection({ className }: { className: string }) {
  const { data: sessions, error } = useQuery({ ...sessionsQuery, refetchOnMount: 'always' })
  const [showsAll, setShowsAll] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const onFocus = useLostFocus(heading)
  const ending = useMutation({
    /** Null ends all sessions except this browser's session. */
    mutationFn: (sessionId: string | null) =>
      sessionId === null ? call(endOtherSessions) : call(endSession, { params: { sessionId } }),
    // Fetches the list also after an error, because a session that was not found has already ended.
    onSettled: (_, __, ___, ____, { client }) => client.invalidateQueries(sessionsQuery),
  })
  const end = (sessionId: string | null) => !ending.isPending && ending.mutate(sessionId)

  return (
    <section className={className} aria-labelledby="sessions" onFocus={onFocus}>
      <h2 id="sessions" ref={heading} tabIndex={-1} className={classes.title}>
        {profileTexts.sessions}
      </h2>
      {sessions && <p className={classes.hint}>{profileTexts.signedInOn({ count: sessions.length })}</p>}
      {!sessions && error && <AlertText error={profileTexts.notLoaded({ why: problemText(error) })} />}
      {ending.isError && <AlertText error={profileTexts.notEnded({ why: problemText(ending.error) })} />}
      {ending.isSuccess && (
        <AlertText
          message={ending.variables === null ? profileTexts.othersEnded : profileTexts.sessionEnded}
        />
      )}
      {sessions && (
        <>
          <ul className={classes.list} aria-labelledby="sessions">
            {(showsAll ? sessions : sessions.slice(0, shownAtFirst)).map(session => (
              <SessionItem key={session.id} session={session} isBusy={ending.isPending} onEnd={end} />
            ))}
          </ul>
          {sessions.length > shownAtFirst && !showsAll && (
            <Button variant="default" className={classes.start} onClick={() => setShowsAll(true)}>
              {profileTexts.showAll}
            </Button>
          )}
          {sessions.length > 1 && (
            <Button
              variant="subtle"
              color="red"
              className={classes.start}
              pending={ending.isPending}
              onClick={() => end(null)}
            >
              {profileTexts.endOthers}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

type SessionItemProps = { session: Session; isBusy: boolean; onEnd: (sessionId: string) => void }

/** The session of this browser has no button, because the button Sign Out below the list ends it. */
function SessionItem({ session, isBusy, onEnd }: SessionItemProps) {
  const id = useId()
  const { browser, createdAt, lastSeenOn, current } = session
  return (
    <li className={classes.item}>
      <div className={classes.grow}>
        <ItemName id={id}>{browser ?? profileTexts.someBrowser}</ItemName>
        {current && <span className={classes.mark}>{profileTexts.thisOne}</span>}
        <small className={classes.muted}>
          {profileTexts.since({ day: localDay(createdAt) })} ·{' '}
          {profileTexts.lastUsed({ day: dayText(lastSeenOn) })}
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
