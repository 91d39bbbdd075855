import type { ReactNode } from 'react'
import classes from './page.module.css'

/** The `main` element of a page with a top bar. `narrow` is for forms. */
export function Page({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
  return (
    <main id="main" tabIndex={-1} className={classes.page} data-narrow={narrow || undefined}>
      {children}
    </main>
  )
}
