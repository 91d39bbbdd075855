import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { TickIcon } from './icons.tsx'
import classes from './menu.module.css'
import { Pill } from './pill.tsx'

/** How near a menu may come to the edge of the window, in px. */
const edge = 8

type MenuButtonProps<Value extends string> = {
  /** The name of the menu. The pill is named by it and by `pill`. */
  label: string
  pill: ReactNode
  choices: readonly { value: Value; label: string; hint?: string }[]
  value: Value
  onChoose: (value: Value) => void
  /** Below the choices. A tap on one does not close the menu. */
  also?: readonly { label: string; hint?: string; checked: boolean; onChange: () => void }[]
}

/** A pill that shows the present choice, and opens the menu of all choices. */
export function MenuButton<Value extends string>({ label, pill, ...menu }: MenuButtonProps<Value>) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  useEffect(() => {
    if (!isOpen) return
    const closeFromOutside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeFromOutside)
    document.addEventListener('focusin', closeFromOutside)
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside)
      document.removeEventListener('focusin', closeFromOutside)
    }
  }, [isOpen])

  return (
    <div ref={box} className={classes.box}>
      <Pill
        ref={button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => (isOpen ? close() : setOpen(true))}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <span className="sr-only">{label} </span>
        {pill}
      </Pill>
      {isOpen && <Menu id={id} label={label} {...menu} onClose={close} />}
    </div>
  )
}

type MenuProps<Value extends string> = Omit<MenuButtonProps<Value>, 'pill'> & {
  id: string
  onClose: () => void
}

function Menu<Value extends string>(props: MenuProps<Value>) {
  const { id, label, choices, value, onChoose, also = [], onClose } = props
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = menu.current
    if (!shown) return
    shown.querySelector<HTMLElement>('[aria-checked="true"]')?.focus({ preventScroll: true })
    keepInWindow(shown)
    shown.scrollIntoView({ block: 'nearest' })
    const observer = new ResizeObserver(() => keepInWindow(shown))
    for (const element of [shown, document.body]) observer.observe(element)
    return () => observer.disconnect()
  }, [])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'Escape') return moveFocus(event)
    event.preventDefault()
    onClose()
  }

  return (
    <div ref={menu} id={id} role="menu" aria-label={label} className={classes.menu} onKeyDown={onKeyDown}>
      {choices.map(choice => (
        <MenuItem
          key={choice.value}
          role="menuitemradio"
          {...choice}
          checked={choice.value === value}
          onClick={() => {
            onClose()
            if (choice.value !== value) onChoose(choice.value)
          }}
        />
      ))}
      {also.length > 0 && <hr className={classes.line} />}
      {also.map(({ onChange, ...item }) => (
        <MenuItem key={item.label} role="menuitemcheckbox" {...item} onClick={onChange} />
      ))}
    </div>
  )
}

type MenuItemProps = {
  role: 'menuitemradio' | 'menuitemcheckbox'
  label: string
  hint?: string
  checked: boolean
  onClick: () => void
}

function MenuItem({ role, label, hint, checked, onClick }: MenuItemProps) {
  const id = useId()
  return (
    <button
      type="button"
      {...{ role, 'aria-checked': checked }}
      aria-labelledby={id}
      aria-describedby={hint && `${id}hint`}
      tabIndex={-1}
      onClick={onClick}
    >
      {checked && <TickIcon size={20} />}
      <span id={id} className={classes.text}>
        {label}
      </span>
      {hint && (
        <small id={`${id}hint`} className={classes.hint}>
          {hint}
        </small>
      )}
    </button>
  )
}

/** The pill may stand anywhere in its line, and the menu is wider than the pill. */
function keepInWindow(menu: HTMLElement): void {
  menu.style.translate = ''
  const { left, right } = menu.getBoundingClientRect()
  const { clientWidth } = document.documentElement
  menu.style.translate = `${Math.max(edge - left, 0) || Math.min(clientWidth - edge - right, 0)}px`
}

/** Moves the focus between the buttons of a menu. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll('button')]
  const at = items.indexOf(document.activeElement as HTMLButtonElement)
  const targets: Partial<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: items.length - 1,
  }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  items.at(target % items.length)?.focus()
}
