import { t } from '#texts/texts.ts'
import classes from './loading.module.css'
import { Logo } from './logo.tsx'

/** Shown while it is not known who is signed in, or a page's code is on its way: the mark that index.html begins with, and words. */
export function Loading() {
  return (
    <main className={`start ${classes.loading}`}>
      <Logo size={56} />
      <p role="status">{t.ui.loading}</p>
    </main>
  )
}
