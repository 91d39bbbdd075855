import { isIPv6 } from 'node:net'

/**
 * What a client is counted by. Of IPv6 it is the first half of the address: the other half is the client's to choose, who
 * would be somebody new with every request.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [left = [], right] = address.split('::').map(part => part.split(':').filter(Boolean))
  const zeros = right ? Array<string>(8 - left.length - right.length).fill('0') : []
  const network = [...left, ...zeros, ...(right ?? [])].slice(0, 4)
  return `${network.map(group => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** An address of the network for the log: it tells whether refusals have one origin, and not whose computer that is. */
export function maskedAddress(address: string): string {
  return networkOf(address)
    .replace(/\.\d+$/, '.0/24')
    .replace(/:[^:]*::\/64$/, '::/48')
}
