import { useSyncExternalStore } from 'react'

let open = 0
const listeners = new Set<() => void>()

/** Whether any dialog is open, for what must not open over another. */
export function useAnyDialogOpen(): boolean {
  return useSyncExternalStore(subscribe, () => open > 0)
}

/** Counts a dialog as open until the returned function is called. */
export function countDialog(): () => void {
  change(1)
  return () => change(-1)
}

function change(by: 1 | -1): void {
  open += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
