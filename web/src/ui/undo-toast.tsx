import { type FocusEvent, useRef } from 'react'
import { t } from '#texts/texts.ts'
import { Button } from './button.tsx'
import { hideToast, showToast } from './toast.ts'
import classes from './undo-toast.module.css'

// Long enough to reach it by Tab from anywhere on a page.
const undoMs = 20_000

/** A toast with an Undo button. `undo` reports its own result. */
export function showUndoToast(message: string, undo: () => void): void {
  const id = showToast('success', <Undoable message={message} onUndo={undoAndHide} />, undoMs)

  function undoAndHide() {
    hideToast(id)
    undo()
  }
}

function Undoable({ message, onUndo }: { message: string; onUndo: () => void }) {
  const cameFrom = useRef<HTMLElement>(null)
  const wasUsed = useRef(false)

  function rememberFocus({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof HTMLElement) cameFrom.current = relatedTarget
  }

  function undoOnce() {
    if (wasUsed.current) return
    wasUsed.current = true
    // The button disappears, so the focus returns to where it was.
    cameFrom.current?.focus()
    onUndo()
  }

  return (
    <>
      {message}{' '}
      <Button variant="subtle" className={classes.undo} onFocus={rememberFocus} onClick={undoOnce}>
        {t.ui.undo}
      </Button>
    </>
  )
}
