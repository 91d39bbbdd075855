import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './button.module.css'

type Look = {
  variant?: 'filled' | 'default' | 'subtle'
  /** 'lit' is the product's green, 'dark' the colour of ink, 'red' is for what cannot be undone. */
  color?: 'lit' | 'dark' | 'red'
  leftSection?: ReactNode
}

type ButtonProps = ComponentProps<'button'> & Look

export function Button({ children, leftSection, type = 'button', ...rest }: ButtonProps) {
  return (
    <button type={type} {...looks(rest)}>
      {leftSection}
      {children}
    </button>
  )
}

type ButtonLinkProps = Omit<ComponentProps<typeof Link>, 'color'> & Look

/** What goes to another page, where it should look like a button. */
export function ButtonLink({ children, leftSection, ...rest }: ButtonLinkProps) {
  return (
    <Link {...looks(rest)}>
      {leftSection}
      {children}
    </Link>
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
