import dns, { type LookupAddress, type LookupOptions } from 'node:dns'
import pLimit from 'p-limit'
import { timeLimitError, timeLimitMs } from './time-limit.ts'

export type LookupAll = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses?: LookupAddress[]) => void,
) => void

const oneAtATime = pLimit(1)

export const lookupImmediately: LookupAll = (hostname, options, callback) =>
  dns.lookup(hostname, { ...options, all: true }, callback)

/**
 * Looks up one name at a time. By default, Node has two threads for lookups. A slow lookup cannot be cancelled, so one
 * thread must stay free, for example to find the database. A name that has waited longer than `timeLimitMs` is not looked up.
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
        else lookupImmediately(hostname, options, end)
      }),
  )
}
