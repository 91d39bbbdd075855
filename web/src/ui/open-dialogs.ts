import { useSyncExternalStore } from 'react'

let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** The topmost open dialog. The rest of the page is inert. */
export function useTopDialog(): HTMLDialogElement | undefined {
  return useSyncExternalStore(subscribe, () => open.at(-1))
}

/** Opens a modal dialog. The returned function closes it; the focus then returns to where it was. */
export function openModal(dialog: HTMLDialogElement): () => void {
  // Browsers know the role without it, but other scripts look for the attribute.
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

/** Keeps Tab in the dialog; browsers would go on to their own buttons. */
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
