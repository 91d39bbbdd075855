import type { ReactNode } from 'react'
import { createStore, useStore } from './store.ts'

export type ToastType = 'info' | 'success' | 'error' | 'warning'

export type Toast = {
  id: number
  type: ToastType
  message: ReactNode
  /** A button at the end of the line. */
  action: ReactNode
  stayMs: number
  isLeaving: boolean
}

const toastMs = 5_000

// Must equal the duration in the style sheet.
const fadeMs = 300

const toasts = createStore<readonly Toast[]>([])
let lastId = 0

/** Returns the toasts that have a place, newest last. The result includes toasts that fade out. */
export const useToasts = () => withPlace(useStore(toasts))

/** While the pointer or the focus is on any toast, no toast disappears. Returns the id for `hideToast`. */
export function showToast(
  type: ToastType,
  message: ReactNode,
  { stayMs = toastMs, action }: { stayMs?: number; action?: ReactNode } = {},
): number {
  const id = ++lastId
  toasts.set([...toasts.get(), { id, type, message, action, stayMs, isLeaving: false }])
  return id
}

/** Says another sentence in the place of a toast, or in a new toast if that one has disappeared. Returns the id of the toast that shows it. */
export function replaceToast(id: number, message: ReactNode): number {
  const all = toasts.get()
  const earlier = all.find(toast => toast.id === id && !toast.isLeaving)
  if (!earlier) return showToast('success', message)
  const toast = { ...earlier, id: ++lastId, message }
  toasts.set(all.map(one => (one === earlier ? toast : one)))
  return toast.id
}

export function isWaiting(id: number): boolean {
  const all = toasts.get()
  return all.some(toast => toast.id === id) && !withPlace(all).some(toast => toast.id === id)
}

export function hideToast(id: number): void {
  toasts.set(
    isWaiting(id)
      ? without(id)
      : toasts.get().map(toast => (toast.id === id ? { ...toast, isLeaving: true } : toast)),
  )
  setTimeout(() => toasts.set(without(id)), fadeMs)
}

export const isOnPhone = () => matchMedia('(max-width: 30rem)').matches

/** On a phone, only an error does not wait until the toast before it has faded out. */
function withPlace(all: readonly Toast[]): readonly Toast[] {
  const isNarrow = isOnPhone()
  let places = isNarrow ? 1 : 4
  return all.filter(({ type, isLeaving }) =>
    isNarrow ? type === 'error' || places-- > 0 : isLeaving || places-- > 0,
  )
}

function without(id: number): readonly Toast[] {
  return toasts.get().filter(toast => toast.id !== id)
}
