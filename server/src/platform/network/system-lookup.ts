import dns, { type LookupAddress } from 'node:dns'
import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { FairQueue } from '#platform/jobs/fair-queue.ts'

/** For the answer of a receiver, and for the turn of a lookup. */
export const timeLimitMs = 10_000

type Hosts = Map<string, LookupAddress[]>

const hostsFile = '/etc/hosts'
let known: { version: string; hosts: Hosts } | undefined
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

/** Name servers do not know the names in this file, for example those that an operator has added or that a container gets. */
export async function findInHostsFile(name: string): Promise<LookupAddress[]> {
  const found = await stat(hostsFile).catch(() => null)
  if (!found) return []
  const version = `${found.mtimeMs} ${found.size}`
  if (known?.version !== version)
    known = { version, hosts: parseHosts(await readFile(hostsFile, 'utf8').catch(() => '')) }
  return known.hosts.get(name) ?? []
}

export function parseHosts(text: string): Hosts {
  const hosts: Hosts = new Map()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const family = isIP(address)
    if (!family) continue
    for (const name of names.map(name => name.toLowerCase()))
      hosts.set(name, [...(hosts.get(name) ?? []), { address, family }])
  }
  return hosts
}
