import appTexts from 'texts:app'
import { Link } from 'react-router'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'

export function NotFoundPage() {
  return (
    <PlainPage title={appTexts.notFound} subtitle={appTexts.nothingHere}>
      <nav className={classes.links} aria-label={appTexts.wayBack}>
        <Link to="/dashboard">{appTexts.backToDashboard}</Link>
      </nav>
    </PlainPage>
  )
}
