import { Button } from '#ui/button.tsx'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'

/** What is shown in the place of a page that failed: no stack, a way on. The browser's console has the error. */
export function RouteError() {
  return (
    <PlainPage
      title="Something went wrong"
      subtitle="This page could not be shown. Loading it again usually helps."
    >
      <Button onClick={() => window.location.reload()}>Reload</Button>
      <nav className={classes.links} aria-label="Way back">
        <a href="/dashboard">Back to Dashboard</a>
      </nav>
    </PlainPage>
  )
}
