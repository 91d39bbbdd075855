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
