import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus to `target` when the focused element has been removed from the page. Returns the `onFocus` handler for the
 * container whose elements are observed.
 */
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
