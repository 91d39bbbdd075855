import type { ReactNode } from 'react'
import classes from './top-bar-button.module.css'

type TopBarButtonProps = { name: string; icon: ReactNode; children: ReactNode; onClick: () => void }

/** An icon in the top bar that opens a dialog; its children are a badge and the badge's text for screen readers. */
export function TopBarButton({ name, icon, children, onClick }: TopBarButtonProps) {
  return (
    <button type="button" className={classes.button} aria-haspopup="dialog" onClick={onClick}>
      {/* As a title of the button itself screen readers would say it twice. */}
      <span className={classes.icon} title={name} aria-hidden="true">
        {icon}
      </span>
      <span className="sr-only">{name}</span>
      {children}
    </button>
  )
}
