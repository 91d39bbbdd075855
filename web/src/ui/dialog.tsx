import appTexts from 'texts:app'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import classes from './dialog.module.css'
import iconButton from './icon-button.module.css'
import { CrossIcon } from './icons.tsx'
import { openModal } from './modals.ts'

type DialogProps = {
  opened: boolean
  title: string
  onClose: () => void
  children: ReactNode
  /** The width in px at the default text size, if the window is wide enough. */
  size?: number
  withCloseButton?: boolean
}

// Must equal the duration in the style sheet.
const fadeMs = 150

export function Dialog(props: DialogProps) {
  const { opened } = props
  const [isShown, setIsShown] = useState(opened)
  if (opened && !isShown) setIsShown(true)
  useEffect(() => {
    if (opened) return
    const faded = setTimeout(() => setIsShown(false), fadeMs)
    return () => clearTimeout(faded)
  }, [opened])
  return isShown && createPortal(<ModalDialog {...props} />, document.body)
}

function ModalDialog({ opened, title, onClose, children, size = 480, withCloseButton = true }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    if (opened && ref.current) return openModal(ref.current)
  }, [opened])

  return (
    <dialog
      ref={ref}
      className={classes.dialog}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}body`}
      inert={!opened}
      // Called for Escape and for the back gesture on a phone. `opened` must become false before the focus returns to the button
      // that opened the dialog. Otherwise the user's next key could not open the dialog again.
      onCancel={event => {
        // React also calls this handler for a dialog that is rendered inside this one.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // Some browsers close the dialog without dispatching `cancel` first.
      onClose={({ currentTarget }) => opened && !currentTarget.open && onClose()}
    >
      <div className={classes.overlay} aria-hidden="true" onClick={onClose} />
      <div className={classes.panel} style={{ flexBasis: `${size / 16}rem` }}>
        <div className={classes.head}>
          <h2 id={`${id}title`} className={classes.title}>
            {title}
          </h2>
          {withCloseButton && <CloseButton className={classes.close} onClick={onClose} />}
        </div>
        <div id={`${id}body`} className={classes.body}>
          {children}
        </div>
      </div>
    </dialog>
  )
}

export function CloseButton({ className, onClick }: { className: string | undefined; onClick: () => void }) {
  return (
    <button
      type="button"
      className={`${iconButton.icon} ${className}`}
      aria-label={appTexts.close}
      onClick={onClick}
    >
      <CrossIcon size={38} strokeWidth={1.45} />
    </button>
  )
}
