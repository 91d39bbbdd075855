import { useSyncExternalStore } from 'react'

let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** Returns the topmost open dialog. Everything outside it is inert. */
export function useTopDialog(): HTMLDialogElement | undefined {
  return useSyncExternalStore(subscribe, () => open.at(-1))
}

/** Opens a modal dialog. Returns a function that closes it and moves the focus back to the previous element. */
export function openModal(dialog: HTMLDialogElement): () => void {
  // Browsers do not need this attribute, but other scripts look for it.
  dialog.role = 'dialog'
  dialog.showModal()
  const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? tabStops(dialog)[0]
  first?.focus({ preventScroll: true })
  dialog.addEventListener('keydown', keepTabInside)
  change([...open, dialog])
  return () => {
    change(open.filter(other => other !== dialog))
    dialog.close()
  }
}

/** Keeps the Tab key inside the dialog. Browsers would move the focus on to their own buttons. */
function keepTabInside(this: HTMLDialogElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return
  const inside = tabStops(this)
  const [last, next] = event.shiftKey ? [inside[0], inside.at(-1)] : [inside.at(-1), inside[0]]
  if (document.activeElement !== last) return
  event.preventDefault()
  next?.focus()
}

function tabStops(dialog: HTMLDialogElement): HTMLElement[] {
  const all = dialog.querySelectorAll<HTMLElement>('a[href], :is(button, input, select, textarea):enabled')
  return [...all].filter(({ tabIndex }) => tabIndex >= 0)
}

function change(next: readonly HTMLDialogElement[]): void {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
