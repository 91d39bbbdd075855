import { GoButton } from '#ui/button.tsx'
import { ArrowLeftIcon } from '#ui/icons.tsx'
import classes from './back-to-dashboard.module.css'

export function BackToDashboard() {
  return (
    <GoButton
      to="/dashboard"
      variant="subtle"
      color="dark"
      leftSection={<ArrowLeftIcon size={20} />}
      className={classes.back}
    >
      Back to Dashboard
    </GoButton>
  )
}
