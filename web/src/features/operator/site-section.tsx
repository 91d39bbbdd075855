import operatorTexts from 'texts:operator'
import profileTexts from 'texts:profile'
import { type ReactNode, useRef } from 'react'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import classes from '#ui/section.module.css'
import { useLostFocus } from '#ui/use-lost-focus.ts'

type SiteSectionProps = {
  id: string
  title: string
  hint?: string
  /** Why what the section shows could not be loaded. */
  error?: unknown
  children: ReactNode
}

/** A card of the operator's page. Its heading takes the focus when the focused button has gone. */
export function SiteSection({ id, title, hint, error, children }: SiteSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const onFocus = useLostFocus(heading)
  return (
    <section className="card" aria-labelledby={id} onFocus={onFocus}>
      <h2 id={id} ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h2>
      {hint && <p className={classes.hint}>{hint}</p>}
      {error != null && <AlertText error={profileTexts.notLoaded({ why: problemText(error) })} />}
      {children}
    </section>
  )
}

/** Shown beside a setting that only the environment of the server can change. */
export function Fixed() {
  return <p className={classes.muted}>{operatorTexts.fixed}</p>
}
