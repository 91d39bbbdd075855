import { useSyncExternalStore } from 'react'

/**
 * 'live' receives every change, 'reconnecting' has just lost the server, 'offline' has been without it for longer.
 * `asOf` is when the screen was last up to date, in milliseconds since 1970.
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

/** Resolves as soon as the connection is live, at the latest after `ms`. */
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
