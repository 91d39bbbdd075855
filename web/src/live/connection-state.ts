import { useSyncExternalStore } from 'react'

/**
 * A 'live' connection receives every change. A 'reconnecting' one was lost a moment ago, and an 'offline' one longer ago.
 * `asOf` is the time when the screen was last up to date, in ms since 1970.
 */
export type Connection = { status: 'live' | 'reconnecting' | 'offline'; asOf: number | null }

let connection: Connection = { status: 'reconnecting', asOf: null }
const listeners = new Set<() => void>()

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, currentConnection)
}

export function currentConnection(): Connection {
  return connection
}

export function setConnection(next: Connection): void {
  connection = next
  for (const listener of listeners) listener()
}

/** Resolves as soon as the connection becomes live, or after `ms` at the latest. */
export function waitUntilLive(ms: number): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, ms)
    const stop = subscribe(() => connection.status === 'live' && done())
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
