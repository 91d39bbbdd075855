import dns, { type LookupAddress } from 'node:dns'
import { FairQueue } from '#schedule/fair-queue.ts'
import { timeLimitMs } from './time-limit.ts'

const queue = new FairQueue({ longestWaitMs: timeLimitMs })

/** Names that only the system may be able to look up, for example by multicast DNS, or with the search domains of the network. */
export function isForSystem(name: string): boolean {
  return !name.includes('.') || /\.(local|localhost)$/.test(name)
}

/**
 * Looks up one name at a time. Node has two threads for such lookups by default, and a lookup cannot be cancelled. So one thread
 * stays free, for example to find the database.
 */
export function lookUpBySystem(name: string, owner: string): Promise<LookupAddress[]> {
  return queue.run(
    owner,
    () =>
      new Promise((resolve, reject) =>
        dns.lookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses))),
      ),
  )
}
