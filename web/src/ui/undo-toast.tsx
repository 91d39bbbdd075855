import appTexts from 'texts:app'
import { type FocusEvent, useRef } from 'react'
import { Button } from './button.tsx'
import { hideToast, showToast } from './toast.ts'
import classes from './undo-toast.module.css'

// The user must have enough time to reach the button with the Tab key from anywhere on the page.
const undoMs = 20_000

/** `undo` must show its own result or error. */
export function showUndoToast(message: string, undo: () => void): void {
  const id = showToast('success', <Undoable message={message} onUndo={undoAndHide} />, undoMs)

  function undoAndHide() {
    hideToast(id)
    undo()
  }
}

function Undoable({ message, onUndo }: { message: string; onUndo: () => void }) {
  const previousFocus = useRef<HTMLElement>(null)
  const wasUsed = useRef(false)

  function rememberFocus({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof HTMLElement) previousFocus.current = relatedTarget
  }

  function undoOnce() {
    if (wasUsed.current) return
    wasUsed.current = true
    // The button disappears, so the focus returns to the element that had the focus before.
    previousFocus.current?.focus()
    onUndo()
  }

  return (
    <>
      {message}{' '}
      <Button variant="subtle" className={classes.undo} onFocus={rememberFocus} onClick={undoOnce}>
        {appTexts.undo}
      </Button>
    </>
  )
}
