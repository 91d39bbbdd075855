import type { ReactNode } from 'react'
import classes from './top-bar-button.module.css'

type TopBarButtonProps = { label: string; description?: string; onClick: () => void; children: ReactNode }

/** A round button of the top bar. What its badge or dot means is its description, so its name stays the same. */
export function TopBarButton({ label, description, onClick, children }: TopBarButtonProps) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={label}
      aria-description={description}
      aria-haspopup="dialog"
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
