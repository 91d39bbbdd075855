import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let hasEnded = false

/** Whether a proxy in front of the server asks for a sign-in, and its own session has ended. The server then gets no requests. */
export const hasProxySignInEnded = () => hasEnded
export const useProxySignInEnded = () => useSyncExternalStore(subscribe, hasProxySignInEnded)

/** Must be used for all requests of the app's API. The API itself never redirects, so a redirect leads to a login page of a proxy. */
export async function fetchFromServer(address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, { ...init, redirect: 'manual' })
  hasEnded = await isOfProxy(response)
  for (const listener of listeners) listener()
  if (hasEnded) throw new TypeError('A proxy asks for a sign-in')
  return response
}

async function isOfProxy(response: Response): Promise<boolean> {
  const { type, status, ok, headers } = response
  if (type === 'opaqueredirect') return true
  if (ok) return headers.get('content-type')?.startsWith('text/html') ?? false
  if (status !== 401 && status !== 403) return false
  const body = await response
    .clone()
    .json()
    .catch(() => null)
  return !body?.code && !body?.error
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
