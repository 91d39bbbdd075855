import { createStore, useStore } from '#ui/store.ts'

/**
 * A connection is 'reconnecting' before it is live and after it is lost. After 10 s it becomes 'offline'. `asOf` is the time when the
 * screen was last up to date, in ms since 1970, or null if this time is not known.
 */
export type Connection = { status: 'live' | 'reconnecting' | 'offline'; asOf: number | null }

const connection = createStore<Connection>({ status: 'reconnecting', asOf: null })

export const useConnection = () => useStore(connection)
export const currentConnection = connection.get
export const setConnection = connection.set

/** Resolves as soon as the connection becomes live, or after `ms` at the latest. */
export function waitUntilLive(ms: number): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, ms)
    const stop = connection.subscribe(() => connection.get().status === 'live' && done())
  })
}
