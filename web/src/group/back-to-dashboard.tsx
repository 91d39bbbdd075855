import { t } from '#texts/texts.ts'
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
      {t.ui.backToDashboard}
    </GoButton>
  )
}
