import { type FocusEvent, useRef } from 'react'
import { t } from '#texts/texts.ts'
import { Button } from './button.tsx'
import { hideToast, showToast } from './toast.ts'
import classes from './undo-toast.module.css'

// Time to come to it from anywhere on a page, by Tab alone.
const undoMs = 20_000

/** Tells that something was done, with a button that takes it back. What becomes of that is told by `undo`. */
export function showUndoToast(message: string, undo: () => void): void {
  const id = showToast('success', <Undoable message={message} onUndo={takeBack} />, undoMs)

  function takeBack() {
    hideToast(id)
    undo()
  }
}

function Undoable({ message, onUndo }: { message: string; onUndo: () => void }) {
  const cameFrom = useRef<HTMLElement>(null)
  const isUsed = useRef(false)

  function rememberWhere({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof HTMLElement) cameFrom.current = relatedTarget
  }

  function undoOnce() {
    if (isUsed.current) return
    isUsed.current = true
    // The button goes: the focus returns to where it came from.
    cameFrom.current?.focus()
    onUndo()
  }

  return (
    <>
      {message}{' '}
      <Button variant="subtle" className={classes.undo} onFocus={rememberWhere} onClick={undoOnce}>
        {t.ui.undo}
      </Button>
    </>
  )
}
