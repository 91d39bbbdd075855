import { Link } from 'react-router'
import classes from '#account/auth-page.module.css'
import { AuthPage } from '#account/auth-page.tsx'

export function NotFoundPage() {
  return (
    <AuthPage title="Page not found" subtitle="There is nothing at this address.">
      <nav className={classes.links} aria-label="Way back">
        <Link to="/dashboard">Back to Dashboard</Link>
      </nav>
    </AuthPage>
  )
}
