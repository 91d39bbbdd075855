import { Link } from 'react-router'
import { t } from '#texts/texts.ts'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'

export function NotFoundPage() {
  return (
    <PlainPage title={t.ui.notFound} subtitle={t.ui.nothingHere}>
      <nav className={classes.links} aria-label={t.ui.wayBack}>
        <Link to="/dashboard">{t.ui.backToDashboard}</Link>
      </nav>
    </PlainPage>
  )
}
