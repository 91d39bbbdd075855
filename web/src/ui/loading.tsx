import appTexts from 'texts:app'
import classes from './loading.module.css'
import { Logo } from './logo.tsx'

/** The logo must have the same position as in `index.html`. */
export function Loading() {
  return (
    <main className={`start ${classes.loading}`}>
      <Logo size={56} />
      <p role="status">{appTexts.loading}</p>
    </main>
  )
}
