import dns, { type LookupAddress, type LookupOptions } from 'node:dns'
import pLimit from 'p-limit'
import { timeLimitError, timeLimitMs } from './time-limit.ts'

export type LookupAll = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses?: LookupAddress[]) => void,
) => void

// By default, Node uses at most two threads for lookups. A lookup occupies its thread until the name server answers or the
// system gives up, and cannot be cancelled.
const oneAtATime = pLimit(1)

export const lookupAtOnce: LookupAll = (hostname, options, callback) =>
  dns.lookup(hostname, { ...options, all: true }, callback)

/** Looks up one name at a time, so that slow name servers leave a thread for the database. A name waits at most `timeLimitMs`. */
export const lookupInTurn: LookupAll = (hostname, options, callback) => {
  const latest = performance.now() + timeLimitMs
  void oneAtATime(
    () =>
      new Promise<void>(resolve => {
        const end: typeof callback = (error, addresses) => {
          resolve()
          callback(error, addresses)
        }
        if (performance.now() > latest) end(timeLimitError())
        else lookupAtOnce(hostname, options, end)
      }),
  )
}
