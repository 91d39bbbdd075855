import { isIPv6 } from 'node:net'

/** Returns an IPv4 address itself, but only the first half of an IPv6 address, because a client can choose the second half. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [left = [], right] = address.split('::').map(part => part.split(':').filter(Boolean))
  const zeros = right ? Array<string>(8 - left.length - right.length).fill('0') : []
  const network = [...left, ...zeros, ...(right ?? [])].slice(0, 4)
  return `${network.map(group => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Shortens an address for the log, so that the log does not identify a computer. */
export function maskedAddress(address: string): string {
  return networkOf(address)
    .replace(/\.\d+$/, '.0/24')
    .replace(/:[^:]*::\/64$/, '::/48')
}

/** How much more the networks of one owner may do together than one network. */
export const timesForWiderNetwork = 10

/**
 * Returns the key of the first 48 bits of an IPv6 address, if `key` ends with the network of such an address (`networkOf`), or null.
 * Providers give so many addresses to one customer, who could count as 65,536 networks.
 */
export function widerKeyOf(key: string): string | null {
  if (!key.endsWith('::/64')) return null
  const [, wider] = /^(.*?[\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(key) ?? []
  return wider === undefined ? null : `${wider}::/48`
}
