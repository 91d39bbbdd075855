import type { ReactNode } from 'react'
import classes from './top-bar-button.module.css'

type TopBarButtonProps = { name: string; icon: ReactNode; children: ReactNode; onClick: () => void }

/** The children are a badge and the badge's text for screen readers. */
export function TopBarButton({ name, icon, children, onClick }: TopBarButtonProps) {
  return (
    <button type="button" className={classes.button} aria-haspopup="dialog" onClick={onClick}>
      {/* The title is on the icon. If it was on the button, screen readers would read the name twice. */}
      <span className={classes.icon} title={name} aria-hidden="true">
        {icon}
      </span>
      <span className="sr-only">{name}</span>
      {children}
    </button>
  )
}
