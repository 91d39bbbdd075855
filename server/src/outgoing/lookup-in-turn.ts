import dns, { type LookupAddress, type LookupOptions } from 'node:dns'
import pLimit from 'p-limit'
import { timeLimitError, timeLimitMs } from './time-limit.ts'

export type LookupAll = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses?: LookupAddress[]) => void,
) => void

// Node has two threads for lookups. A lookup keeps its thread for as long as the name server likes, and cannot be ended.
const oneAtATime = pLimit(1)

export const lookupAtOnce: LookupAll = (hostname, options, callback) =>
  dns.lookup(hostname, { ...options, all: true }, callback)

/**
 * Looks names up one after the other. So names with slow name servers keep one thread at most, and the names of the database and of
 * the mail server are still found. After waiting for `timeLimitMs`, a name is not looked up any more.
 */
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
