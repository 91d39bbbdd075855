import { t } from '#texts/texts.ts'
import { LightMark } from './light-mark.tsx'
import classes from './loading.module.css'

/** Shown while it is not known who is signed in, or a page's code is on its way: the mark that index.html begins with, and words. */
export function Loading() {
  return (
    <main className={`start ${classes.loading}`}>
      <LightMark size={56} />
      <p role="status">{t.ui.loading}</p>
    </main>
  )
}
