import type { ReactNode } from 'react'
import classes from './top-bar-button.module.css'

type TopBarButtonProps = { name: string; icon: ReactNode; children: ReactNode; onClick: () => void }

/** An icon of the top bar that opens a dialog; its children are the mark on it and what the mark means. */
export function TopBarButton({ name, icon, children, onClick }: TopBarButtonProps) {
  return (
    <button type="button" className={classes.button} aria-haspopup="dialog" onClick={onClick}>
      {/* Of the button itself it would be read aloud a second time, after the mark. */}
      <span className={classes.icon} title={name} aria-hidden="true">
        {icon}
      </span>
      <span className="sr-only">{name}</span>
      {children}
    </button>
  )
}
