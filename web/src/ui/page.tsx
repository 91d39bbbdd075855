import type { ReactNode } from 'react'
import classes from './page.module.css'

/** `narrow` limits the page to the width of one column. */
export function Page({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
  return (
    <main id="main" tabIndex={-1} className={classes.page} data-narrow={narrow || undefined}>
      {children}
    </main>
  )
}
