import type { ReactNode } from 'react'
import classes from './page.module.css'

/** The `main` element of a page with a top bar. `narrow` limits the width to that of a single column. */
export function Page({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
  return (
    <main id="main" tabIndex={-1} className={classes.page} data-narrow={narrow || undefined}>
      {children}
    </main>
  )
}
