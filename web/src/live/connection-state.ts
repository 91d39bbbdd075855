import { createStore, useStore } from '#ui/store.ts'

/**
 * A 'live' connection receives every change. Before it is live and after it is lost, it is 'reconnecting'. After 10 s in this
 * state it is 'offline'. `asOf` is the time when the screen was last up to date, in ms since 1970, or null if it is not known.
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
