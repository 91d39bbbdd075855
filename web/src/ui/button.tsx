import type { ComponentProps, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import classes from './button.module.css'
import { ArrowLeftIcon } from './icons.tsx'

type Appearance = {
  variant?: 'filled' | 'default' | 'subtle'
  /** 'red' is for actions that delete or end something. */
  color?: 'red'
  icon?: ReactNode
}

type ButtonProps = ComponentProps<'button'> &
  Appearance & {
    /** Whether the button's action is running. Then a click has no effect, but the button keeps the focus. */
    pending?: boolean
  }

export function Button({ children, icon, type = 'button', pending, onClick, ...rest }: ButtonProps) {
  return (
    <button type={type} aria-disabled={pending} onClick={pending ? undefined : onClick} {...appearance(rest)}>
      {icon}
      {children}
    </button>
  )
}

/** A button that opens another page. For places where the specification demands a button, not a link. */
export function NavigationButton({ to, ...rest }: ButtonProps & { to: string }) {
  const navigate = useNavigate()
  return <Button onClick={() => navigate(to)} {...rest} />
}

export function BackButton(props: { to: string; children: string }) {
  return (
    <NavigationButton
      variant="subtle"
      icon={<ArrowLeftIcon size={20} />}
      className={classes.back}
      {...props}
    />
  )
}

export function DownloadLink({ children, ...rest }: ComponentProps<'a'> & Appearance) {
  return (
    <a download {...appearance(rest)}>
      {children}
    </a>
  )
}

function appearance<Props extends Appearance & { className?: string }>(props: Props) {
  const { variant = 'filled', color, className = '', ...rest } = props
  return {
    ...rest,
    className: `${classes.button} ${className}`,
    'data-variant': variant,
    'data-color': color,
  }
}
