import { useEffect } from 'react'
import { useTopDialog } from '#ui/modals.ts'
import { createStore, useStore } from '#ui/store.ts'

// A click comes shortly after the finger has left the screen.
const settleMs = 300

const isTouched = createStore(false)
let timer: ReturnType<typeof setTimeout> | undefined

/** True while a pointer is down or a dialog is open. Then nothing may move away from under the finger. */
export function useStill(): boolean {
  useEffect(() => {
    addEventListener('pointerdown', hold, true)
    for (const end of ends) addEventListener(end, release, true)
    return () => {
      removeEventListener('pointerdown', hold, true)
      for (const end of ends) removeEventListener(end, release, true)
      isTouched.set(false)
    }
  }, [])
  const dialog = useTopDialog()
  return useStore(isTouched) || dialog !== undefined
}

const ends = ['pointerup', 'pointercancel', 'touchend', 'touchcancel'] as const

function hold(): void {
  clearTimeout(timer)
  isTouched.set(true)
}

function release(event: Event): void {
  // While a finger scrolls, its pointer has been cancelled, but its touch goes on.
  if (event instanceof PointerEvent && event.pointerType === 'touch') return
  if ('touches' in event && (event as TouchEvent).touches.length > 0) return
  clearTimeout(timer)
  timer = setTimeout(() => isTouched.set(false), settleMs)
}
