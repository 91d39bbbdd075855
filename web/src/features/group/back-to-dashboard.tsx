import { t } from '#texts/texts.ts'
import { NavigationButton } from '#ui/button.tsx'
import { ArrowLeftIcon } from '#ui/icons.tsx'
import classes from './back-to-dashboard.module.css'

export function BackToDashboard() {
  return (
    <NavigationButton
      to="/dashboard"
      variant="subtle"
      color="dark"
      icon={<ArrowLeftIcon size={20} />}
      className={classes.back}
    >
      {t.ui.backToDashboard}
    </NavigationButton>
  )
}
