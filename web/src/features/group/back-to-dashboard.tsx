import appTexts from 'texts:app'
import { NavigationButton } from '#ui/button.tsx'
import { ArrowLeftIcon } from '#ui/icons.tsx'
import classes from './back-to-dashboard.module.css'

export function BackToDashboard() {
  return (
    <NavigationButton
      to="/dashboard"
      variant="subtle"
      icon={<ArrowLeftIcon size={20} />}
      className={classes.back}
    >
      {appTexts.backToDashboard}
    </NavigationButton>
  )
}
