import { Link } from 'react-router'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'

export function NotFoundPage() {
  return (
    <PlainPage title="Page not found" subtitle="There is nothing at this address.">
      <nav className={classes.links} aria-label="Way back">
        <Link to="/dashboard">Back to Dashboard</Link>
      </nav>
    </PlainPage>
  )
}
