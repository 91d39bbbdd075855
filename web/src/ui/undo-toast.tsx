import appTexts from 'texts:app'
import { type FocusEvent, useRef } from 'react'
import { Button } from './button.tsx'
import { hideToast, showToast } from './toast.ts'

// The user must have enough time to reach the button with the Tab key from anywhere on the page.
const undoMs = 20_000

/** `undo` must show its own result or error. The button may have another name than 'Undo'. */
export function showUndoToast(message: string, undo: () => void, label: string = appTexts.undo): void {
  const id = showToast('success', message, {
    stayMs: undoMs,
    action: (
      <OnceButton
        label={label}
        onClick={() => {
          hideToast(id)
          undo()
        }}
      />
    ),
  })
}

function OnceButton({ label, onClick }: { label: string; onClick: () => void }) {
  const previousFocus = useRef<HTMLElement>(null)
  const wasUsed = useRef(false)

  function rememberFocus({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof HTMLElement) previousFocus.current = relatedTarget
  }

  function clickOnce() {
    if (wasUsed.current) return
    wasUsed.current = true
    // The button disappears, so the focus returns to the element that had the focus before.
    previousFocus.current?.focus()
    onClick()
  }

  return (
    <Button variant="subtle" onFocus={rememberFocus} onClick={clickOnce}>
      {label}
    </Button>
  )
}
