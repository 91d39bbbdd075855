import type { ReactNode } from 'react'
import { t } from '#texts/texts.ts'
import { Button } from './button.tsx'
import classes from './error-screen.module.css'

type ErrorScreenProps = { title: ReactNode; message?: string; onRetry?: () => void; children?: ReactNode }

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
