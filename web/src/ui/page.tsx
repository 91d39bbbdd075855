import type { ReactNode } from 'react'
import classes from './page.module.css'

/** The main landmark of a page below the top bar. `narrow` is for forms. */
export function Page({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
  return (
    <main id="main" tabIndex={-1} className={classes.page} data-narrow={narrow || undefined}>
      {children}
    </main>
  )
}
