import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTopDialog } from './open-dialogs.ts'
import { useToasts } from './toast.ts'
import { ToastCard } from './toast-card.tsx'
import classes from './toasts.module.css'

const mostAtOnce = 4

/** The corner where toasts appear, the newest lowest. All stay while the pointer or the focus is on one. */
export function Toasts() {
  const toasts = useToasts()
  const corner = useCorner()
  const [pointedAt, setPointedAt] = useState<number>()
  const [focused, setFocused] = useState<number>()
  const isHeld = toasts.some(({ id }) => id === pointedAt || id === focused)
  const waiting = toasts.filter(({ isLeaving }) => !isLeaving).slice(mostAtOnce)
  return createPortal(
    toasts
      .filter(toast => !waiting.includes(toast))
      .map(toast => (
        <ToastCard key={toast.id} toast={toast} isHeld={isHeld} onPoint={setPointedAt} onFocus={setFocused} />
      )),
    corner,
  )
}

/** Lies in the dialog on top, where one is open: what is outside of it can be neither reached nor heard. */
function useCorner(): HTMLElement {
  const home = useTopDialog() ?? document.body
  const [corner] = useState(() =>
    Object.assign(document.createElement('div'), { id: 'toasts', className: classes.corner }),
  )
  useLayoutEffect(() => {
    home.append(corner)
    return () => corner.remove()
  }, [corner, home])
  return corner
}
