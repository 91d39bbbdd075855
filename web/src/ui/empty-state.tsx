import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

type EmptyStateProps = { picture: ReactNode; title?: string; children: ReactNode }

/** Stands where a list would be, and says what will be there. */
export function EmptyState({ picture, title, children }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      {picture}
      {title && <p className={classes.title}>{title}</p>}
      {children}
    </div>
  )
}
