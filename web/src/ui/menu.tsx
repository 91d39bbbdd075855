import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { TickIcon } from './icons.tsx'
import classes from './menu.module.css'
import type { MenuState } from './pill.tsx'

/** How near a menu may come to the edge of the window, in px. */
const edge = 8

export type MenuCheckbox = {
  value: string
  label: string
  hint?: string
  checked: boolean
  onChange: () => void
}

type MenuProps<Value extends string> = MenuState & {
  choices: readonly { value: Value; label: string; hint?: string | undefined }[]
  value: Value
  onChoose: (value: Value) => void
  actions?: readonly { label: string; onClick: () => void }[]
  /** A tap on one does not close the menu. */
  checkboxes?: readonly MenuCheckbox[]
}

/** Of a `MenuPill`. */
export function Menu<Value extends string>(props: MenuProps<Value>) {
  const { id, label, choices, value, onChoose, actions = [], checkboxes = [], onClose, onLeave } = props
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = menu.current
    if (!shown) return
    shown.querySelector<HTMLElement>('[aria-checked="true"]')?.focus({ preventScroll: true })
    const observer = new ResizeObserver(() => keepInWindow(shown))
    for (const element of [shown, document.body]) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.parentElement?.contains(target)) onLeave()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [onLeave])

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
      {actions.length + checkboxes.length > 0 && <hr className={classes.line} />}
      {actions.map(({ onClick, ...item }) => (
        <MenuItem
          key={item.label}
          role="menuitem"
          {...item}
          onClick={() => {
            onClose()
            onClick()
          }}
        />
      ))}
      {checkboxes.map(({ value, onChange, ...item }) => (
        <MenuItem key={value} role="menuitemcheckbox" {...item} onClick={onChange} />
      ))}
    </div>
  )
}

type MenuItemProps = {
  role: 'menuitem' | 'menuitemradio' | 'menuitemcheckbox'
  label: string
  hint?: string | undefined
  checked?: boolean
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
  menu.scrollIntoView({ block: 'nearest' })
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
