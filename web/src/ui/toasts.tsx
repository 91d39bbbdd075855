import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTopDialog } from './modals.ts'
import { isOnPhone, useToasts } from './toast.ts'
import { ToastCard } from './toast-card.tsx'
import classes from './toasts.module.css'

export function Toasts() {
  const toasts = useToasts()
  const container = useContainer(toasts.length > 0)
  const [hovered, setHovered] = useState<number>()
  const [focused, setFocused] = useState<number>()
  const isPaused = toasts.some(({ id }) => id === hovered || id === focused)
  return createPortal(
    toasts.map(toast => (
      <ToastCard key={toast.id} toast={toast} isPaused={isPaused} onHover={setHovered} onFocus={setFocused} />
    )),
    container,
  )
}

/** The topmost open dialog contains the toasts, because the browser ignores clicks outside that dialog. */
function useContainer(hasToasts: boolean): HTMLElement {
  const parent = useTopDialog() ?? document.body
  const [container] = useState(() =>
    Object.assign(document.createElement('div'), { id: 'toasts', className: classes.container }),
  )
  useLayoutEffect(() => {
    parent.append(container)
    return () => container.remove()
  }, [container, parent])
  useLayoutEffect(() => {
    if (hasToasts) return keepClear(container, parent)
  }, [hasToasts, container, parent])
  return container
}

const gap = 8

/** On a phone, lifts the toasts above each switch, and above whatever can be pressed in a dialog, if there is room for them. */
function keepClear(container: HTMLElement, parent: HTMLElement): () => void {
  const pressable =
    parent === document.body ? 'main [role=switch]' : ':is(button, a[href], input, select, textarea)'
  // Changing sizes at once would be an error of the observer.
  const sizes = new ResizeObserver(() => requestAnimationFrame(lift))
  const contents = new MutationObserver(lift)
  sizes.observe(container)
  contents.observe(parent, { childList: true, subtree: true })
  window.addEventListener('scroll', lift, { capture: true, passive: true })
  window.addEventListener('resize', lift)
  return () => {
    sizes.disconnect()
    contents.disconnect()
    window.removeEventListener('scroll', lift, { capture: true })
    window.removeEventListener('resize', lift)
  }

  function lift() {
    container.style.translate = ''
    if (!isOnPhone()) return
    const { top, bottom, left, right } = container.getBoundingClientRect()
    const inTheWay = [...parent.querySelectorAll(pressable)]
      .filter(element => !container.contains(element))
      .map(element => element.getBoundingClientRect())
      .filter(other => other.height > 0 && other.left < right && other.right > left)
      .sort((one, other) => other.bottom - one.bottom)
    let up = 0
    for (const other of inTheWay)
      if (other.bottom + gap > top - up && other.top - gap < bottom - up) up = bottom - other.top + gap
    if (top > up) container.style.translate = `0 ${-up}px`
  }
}
