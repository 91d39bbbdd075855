import type { ReactNode } from 'react'
import { createStore, useStore } from './store.ts'

export type ToastType = 'info' | 'success' | 'error' | 'warning'

export type Toast = { id: number; type: ToastType; message: ReactNode; stayMs: number; isLeaving: boolean }

const toastMs = 5_000

// Must equal the duration in the style sheet.
const fadeMs = 300

const toasts = createStore<readonly Toast[]>([])
let lastId = 0

/** Returns all toasts, newest last. The result includes toasts that fade out and toasts that are not shown yet. */
export const useToasts = () => useStore(toasts)

/** While the pointer or the focus is on any toast, no toast disappears. Returns the id for `hideToast`. */
export function showToast(type: ToastType, message: ReactNode, stayMs = toastMs): number {
  const id = ++lastId
  toasts.set([...toasts.get(), { id, type, message, stayMs, isLeaving: false }])
  return id
}

export function hideToast(id: number): void {
  toasts.set(toasts.get().map(toast => (toast.id === id ? { ...toast, isLeaving: true } : toast)))
  setTimeout(() => toasts.set(toasts.get().filter(toast => toast.id !== id)), fadeMs)
}
