import dns, { type LookupAddress, type LookupOptions } from 'node:dns'
import { findInHostsFile, isForSystem, lookUpBySystem } from './system-lookup.ts'

export type LookupAll = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses?: LookupAddress[]) => void,
) => void

const limitMs = 5_000
const otherFamilyMs = 1_000
// Shorter than the pause after the first attempt to tell a hook, so that the second attempt looks the name up again.
const failureKeptMs = 4_000

/** Lookups in progress, and those that failed a moment ago, by owner and name. */
const lookups = new Map<string, Promise<LookupAddress[]>>()

/** A form of `dns.lookup` that finds all addresses. A silent name server holds up no lookup of another owner. */
export function lookupFor(owner: string): LookupAll {
  return (hostname, { family }, callback) => {
    const isWanted = (found: LookupAddress) => (family !== 4 && family !== 6 ? true : found.family === family)
    lookUp(hostname, owner).then(
      found => callback(null, found.filter(isWanted)),
      (error: Error) => callback(error),
    )
  }
}

/** Finds the addresses of a name, or rejects after a limited time. `owner` is who has chosen the name. */
export function lookUp(hostname: string, owner: string): Promise<LookupAddress[]> {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  const key = `${owner} ${name}`
  const known = lookups.get(key)
  if (known) return known
  const lookup = find(name, owner)
  lookups.set(key, lookup)
  const forget = () => lookups.delete(key)
  lookup.then(forget, () => setTimeout(forget, failureKeptMs).unref())
  return lookup
}

async function find(name: string, owner: string): Promise<LookupAddress[]> {
  const inFile = await findInHostsFile(name)
  if (inFile.length > 0) return inFile
  try {
    return await askNameServers(name)
  } catch (error) {
    // Only the system knows the search domains of the network.
    const isUnknown = (error as NodeJS.ErrnoException).code === 'ENOTFOUND'
    if (isForSystem(name) || isUnknown) return lookUpBySystem(name, owner)
    throw error
  }
}

/** Unlike `dns.lookup`, this holds no thread and can be cancelled. */
async function askNameServers(name: string): Promise<LookupAddress[]> {
  const resolver = new dns.promises.Resolver({ timeout: 1_500, tries: 2 })
  const cancel = () => resolver.cancel()
  let timer = setTimeout(cancel, limitMs)
  const query = async (family: 4 | 6) => {
    const addresses = await (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name))
    // Some name servers never answer the question for the other family.
    clearTimeout(timer)
    timer = setTimeout(cancel, otherFamilyMs)
    return addresses.map(address => ({ address, family }))
  }
  const [ipv4, ipv6] = await Promise.allSettled([query(4), query(6)])
  clearTimeout(timer)
  const found = [ipv4, ipv6].flatMap(result => (result.status === 'fulfilled' ? result.value : []))
  if (found.length > 0) return found
  throw ipv4.status === 'rejected' ? ipv4.reason : new Error('the name has no address')
}
