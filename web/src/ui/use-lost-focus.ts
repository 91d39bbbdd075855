import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Moves the focus to `target` when the focused element was removed. Returns `onFocus` for an element around both. */
export function useLostFocus(target: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const lastFocused = useRef<Element>(null)
  useLayoutEffect(() => {
    if (document.activeElement === document.body && lastFocused.current?.isConnected === false)
      target.current?.focus()
  })
  return event => {
    lastFocused.current = event.target
  }
}
