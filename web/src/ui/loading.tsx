import { t } from '#texts/texts.ts'
import classes from './loading.module.css'

/** Shown while the sign-in state is being resolved; it fades in late, so that a quick answer brings no flash. */
export function Loading() {
  return (
    <main className={classes.loading}>
      <p role="status">{t.ui.loading}</p>
    </main>
  )
}
