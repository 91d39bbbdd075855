import refusalTexts from 'texts:refusal'
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import classes from './pill.module.css'
import { showToast } from './toast.ts'

/** With `aria-pressed`, a tick shows that the pill is pressed. */
export function Pill({ className = '', ...button }: ComponentProps<'button'>) {
  return <button type="button" className={`${classes.pill} ${className}`} {...button} />
}

export type MenuState = {
  id: string
  label: string
  /** Moves the focus back to the pill. */
  onClose: () => void
  onLeave: () => void
}

type MenuPillProps = {
  /** The name of the menu. The pill is named by it and by `children`. */
  label: string
  /** Loads the code of the menu. */
  preload: () => Promise<unknown>
  menu: (state: MenuState) => ReactNode
  children: ReactNode
}

/** A pill that shows the present choice, and opens a `Menu`. */
export function MenuPill({ label, preload, menu, children }: MenuPillProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const pill = useRef<HTMLButtonElement>(null)

  function open() {
    preload().then(
      () => setOpen(true),
      () => showToast('error', refusalTexts.somethingWrong),
    )
  }

  function close() {
    setOpen(false)
    pill.current?.focus()
  }

  return (
    <div className={classes.box}>
      <Pill
        ref={pill}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={isOpen ? close : open}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          open()
        }}
      >
        <span className="sr-only">{label} </span>
        {children}
      </Pill>
      {isOpen && menu({ id, label, onClose: close, onLeave: () => setOpen(false) })}
    </div>
  )
}
