import { t } from '#texts/texts.ts'
import { Button } from '#ui/button.tsx'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'

export function BrokenPage() {
  return (
    <PlainPage title={t.ui.somethingWrong} subtitle={t.ui.couldNotShow}>
      <Button onClick={() => window.location.reload()}>{t.ui.reload}</Button>
      <nav className={classes.links} aria-label={t.ui.wayBack}>
        <a href="/dashboard">{t.ui.backToDashboard}</a>
      </nav>
    </PlainPage>
  )
}
