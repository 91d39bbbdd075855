import type { ReactNode } from 'react'
import { t } from '#texts/texts.ts'
import { Button } from './button.tsx'
import classes from './error-screen.module.css'

type ErrorScreenProps = { title: string; message?: string; onRetry?: () => void; children?: ReactNode }

/** Replaces a page that cannot be loaded, and shows the reason. */
export function ErrorScreen({ title, message, onRetry, children }: ErrorScreenProps) {
  return (
    <div className={classes.screen} role="alert">
      <h1 tabIndex={-1}>{title}</h1>
      {message && <p>{message}</p>}
      {onRetry && <Button onClick={onRetry}>{t.ui.tryAgain}</Button>}
      {children}
    </div>
  )
}
