import { useSyncExternalStore } from 'react'

let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** The modal dialog that lies on top, where one is open: everything outside of it is out of reach. */
export function useTopDialog(): HTMLDialogElement | undefined {
  return useSyncExternalStore(subscribe, () => open.at(-1))
}

/** Opens a dialog over everything else, until the returned function is called: then the focus is where it was before. */
export function openModal(dialog: HTMLDialogElement): () => void {
  // Browsers know the role by themselves; scripts and style sheets of others look for the attribute.
  dialog.role = 'dialog'
  dialog.showModal()
  const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? stopsIn(dialog)[0]
  first?.focus({ preventScroll: true })
  dialog.addEventListener('keydown', goRound)
  change([...open, dialog])
  return () => {
    change(open.filter(other => other !== dialog))
    dialog.close()
  }
}

/** Tab stays in a dialog, where a browser would go on to its own buttons. */
function goRound(this: HTMLDialogElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return
  const stops = stopsIn(this)
  const [last, next] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (document.activeElement !== last) return
  event.preventDefault()
  next?.focus()
}

function stopsIn(dialog: HTMLDialogElement): HTMLElement[] {
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
