import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTopDialog } from './modals.ts'
import { useToasts } from './toast.ts'
import { ToastCard } from './toast-card.tsx'
import classes from './toasts.module.css'

const maxShown = 4

export function Toasts() {
  const toasts = useToasts()
  const container = useContainer()
  const [hovered, setHovered] = useState<number>()
  const [focused, setFocused] = useState<number>()
  const isPaused = toasts.some(({ id }) => id === hovered || id === focused)
  const waiting = toasts.filter(({ isLeaving }) => !isLeaving).slice(maxShown)
  return createPortal(
    toasts
      .filter(toast => !waiting.includes(toast))
      .map(toast => (
        <ToastCard
          key={toast.id}
          toast={toast}
          isPaused={isPaused}
          onHover={setHovered}
          onFocus={setFocused}
        />
      )),
    container,
  )
}

/** The topmost open dialog contains the toasts, because the browser ignores clicks outside that dialog. */
function useContainer(): HTMLElement {
  const parent = useTopDialog() ?? document.body
  const [container] = useState(() =>
    Object.assign(document.createElement('div'), { id: 'toasts', className: classes.container }),
  )
  useLayoutEffect(() => {
    parent.append(container)
    return () => container.remove()
  }, [container, parent])
  return container
}
