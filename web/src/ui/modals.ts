import { createStore, useStore } from './store.ts'

const open = createStore<readonly HTMLDialogElement[]>([])

/** Returns the topmost open dialog. The browser ignores clicks and keys outside it. */
export function useTopDialog(): HTMLDialogElement | undefined {
  return useStore(open).at(-1)
}

/** Returns a function that closes the dialog. The focus then moves back to the element that had it before the dialog opened. */
export function openModal(dialog: HTMLDialogElement): () => void {
  // Browsers do not need this attribute, but other programs, such as tests, may look for it.
  dialog.role = 'dialog'
  dialog.showModal()
  const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? tabStops(dialog)[0]
  first?.focus({ preventScroll: true })
  dialog.addEventListener('keydown', keepTabInside)
  open.set([...open.get(), dialog])
  return () => {
    open.set(open.get().filter(other => other !== dialog))
    dialog.close()
  }
}

/** Without this handler, the Tab key could move the focus to the browser's own buttons. */
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
