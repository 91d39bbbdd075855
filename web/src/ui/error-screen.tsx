import appTexts from 'texts:app'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import classes from './error-screen.module.css'

type ErrorScreenProps = { title: ReactNode; message?: string; onRetry?: () => void; children?: ReactNode }

export function ErrorScreen({ title, message, onRetry, children }: ErrorScreenProps) {
  return (
    <div className={classes.screen} role="alert">
      <h1 tabIndex={-1}>{title}</h1>
      {message && <p>{message}</p>}
      {onRetry && <Button onClick={onRetry}>{appTexts.tryAgain}</Button>}
      {children}
    </div>
  )
}
