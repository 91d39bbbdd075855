import { type ReactNode, useSyncExternalStore } from 'react'

export type ToastType = 'info' | 'success' | 'error' | 'warning'

export type Toast = { id: number; type: ToastType; message: ReactNode; stayMs: number; isLeaving: boolean }

export const toastMs = 5_000

// Must be the same as in the style sheet.
const fadeMs = 300

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Returns all toasts, newest last. Toasts that fade out, and toasts that are not shown yet, are included. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts)
}

/** Shows a toast for `stayMs`. Returns the id for `hideToast`. */
export function showToast(type: ToastType, message: ReactNode, stayMs = toastMs): number {
  const id = ++lastId
  change([...toasts, { id, type, message, stayMs, isLeaving: false }])
  return id
}

export function hideToast(id: number): void {
  change(toasts.map(toast => (toast.id === id ? { ...toast, isLeaving: true } : toast)))
  setTimeout(() => change(toasts.filter(toast => toast.id !== id)), fadeMs)
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
