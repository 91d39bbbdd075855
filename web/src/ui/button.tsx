import type { ComponentProps, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import classes from './button.module.css'

type Look = {
  variant?: 'filled' | 'default' | 'subtle'
  /** 'lit' is the product's green, 'dark' the colour of ink, 'red' is for what cannot be undone. */
  color?: 'lit' | 'dark' | 'red'
  icon?: ReactNode
}

type ButtonProps = ComponentProps<'button'> & Look

export function Button({ children, icon, type = 'button', ...rest }: ButtonProps) {
  return (
    <button type={type} {...looks(rest)}>
      {icon}
      {children}
    </button>
  )
}

/** A button that goes to another page. The specification calls these buttons, so that is what they are to a screen reader. */
export function NavigationButton({ to, ...rest }: ButtonProps & { to: string }) {
  const navigate = useNavigate()
  return <Button onClick={() => navigate(to)} {...rest} />
}

/** Looks like a button and saves what is behind an address as a file. */
export function DownloadLink({ children, ...rest }: ComponentProps<'a'> & Look) {
  return (
    <a download {...looks(rest)}>
      {children}
    </a>
  )
}

function looks<Props extends Look & { className?: string }>(props: Props) {
  const { variant = 'filled', color = 'lit', className = '', ...rest } = props
  return {
    ...rest,
    className: `${classes.button} ${className}`,
    'data-variant': variant,
    'data-color': color,
  }
}
