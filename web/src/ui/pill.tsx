import type { ComponentProps } from 'react'
import classes from './pill.module.css'

/** With `aria-pressed`, a tick shows that the pill is pressed. */
export function Pill({ className = '', ...button }: ComponentProps<'button'>) {
  return <button type="button" className={`${classes.pill} ${className}`} {...button} />
}
