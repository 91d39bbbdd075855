import { t } from '#texts/texts.ts'
import { LightMark } from './light-mark.tsx'
import classes from './loading.module.css'

/** Shown while the sign-in state is being resolved: the mark that index.html begins with, and in words when it takes long. */
export function Loading() {
  return (
    <main className={`start ${classes.loading}`}>
      <LightMark size={56} />
      <p role="status">{t.ui.loading}</p>
    </main>
  )
}
